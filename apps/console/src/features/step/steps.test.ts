import type { Page } from '@playwright/test';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { disputes } from '../../testing/dispute-samples.ts';
import { ok, refuse, type Input } from '../../testing/fake-api.ts';
import { faultsOf } from '../../testing/faults.ts';
import { type Console, openConsole } from '../../testing/open-console.ts';
import { atWork, planOf } from '../../testing/queue-samples.ts';
import { me, signedIn } from '../../testing/samples.ts';

vi.setConfig({ testTimeout: 300_000 });

let built: Console;
beforeAll(async () => {
  built = await openConsole();
});
afterAll(() => built.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const drawer = (page: Page) => page.getByRole('complementary');
const answers = atWork;

describe('the queue of requests', () => {
  it('goes to the next request after a decision, by keys alone', async () => {
    const done: unknown[] = [];
    const given = answers('support');
    const { page } = await built.open('/requests', {
      ...given,
      act: (input) => {
        done.push(input['action']);
        return given.act?.(input) ?? refuse(404, 'none', '');
      },
    });
    await page.getByRole('link', { name: 'NovaStar' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    for (const [name, key] of [
      ['NovaStar', '3'],
      ['Sigrun', '2'],
      ['พลอย', '3'],
    ] as const) {
      await drawer(page)
        .getByRole('heading', { name: new RegExp(`^${name} asks`) })
        .waitFor();
      await page.keyboard.press(key);
      const press = drawer(page).getByRole('button', { name: /^Reject the request/ });
      await expect.poll(() => press.getAttribute('aria-disabled')).toBe(null);
      await page.keyboard.press('Control+Enter');
    }
    await page.getByText('No request waits').waitFor();
    expect(done).toEqual(
      ['r1', 'r2', 'r3'].map((request_id) => ({
        kind: 'reject_request',
        request_id,
        because: 'Die Güter wurden schon benutzt.',
      })),
    );
  });

  it('says how old the rows of a replica are, and asks for none older than its last answer', async () => {
    const given = answers('support');
    const { page } = await built.open('/requests', {
      ...given,
      requests: (input) => {
        const { status, body } = given.requests?.(input) ?? refuse(404, 'none', '');
        return { status, body: Object.assign({ age_ms: 2_100 }, body) };
      },
    });
    await page.getByText(/^As of 3 s ago, read at \d\d:\d\d:\d\d UTC$/).waitFor();
    const asked = page.waitForRequest((request) => request.url().includes('state=decided'));
    await page.getByText('Decided', { exact: true }).click();
    expect((await asked).headers()['x-most-age-ms']).toMatch(/^\d+$/);
  });

  it('shows the name of the other character before the goods are sent to it', async () => {
    const { page, errors } = await built.open('/requests?open=r2', answers('support'));
    await drawer(page).getByLabel('Server').selectOption('S16 Clockwork Alley');
    await drawer(page).getByLabel('Character ID').fill('120774519');
    await drawer(page).getByRole('button', { name: 'Look up' }).click();
    await drawer(page).getByText('has this ID on S16 Clockwork Alley.').waitFor();
    expect(errors).toEqual([]);
  });
});

describe('a step', () => {
  it('needs the tick, the reason and the code, and says which of them is missing', async () => {
    const sent: Input[] = [];
    const given = answers('support');
    const { page } = await built.open('/requests?open=r1', {
      ...given,
      mySecurity: () => ok('mySecurity', { passkeys: [], sessions: [], company_account: null }),
      act: (input) => {
        sent.push(input);
        return given.act?.(input) ?? refuse(404, 'none', '');
      },
    });
    const box = drawer(page);
    const missing = (text: string) => box.locator('footer [role=status]', { hasText: text });
    await missing('The goods were delivered, or may have been.').waitFor();
    await box.getByLabel('Pay back although the goods were').check();
    await missing('Type the six digits of your app.').waitFor();
    await box.getByLabel('Answer for the player').fill('');
    await missing('Write the answer for the player.').waitFor();
    await box.getByRole('button', { name: 'Goes back' }).click();
    await box.getByLabel('Code from your app').fill('123456');
    await box.getByRole('button', { name: /^Pay back €15.49/ }).click();
    await page.getByText('Done: it is decided.').waitFor();
    expect(sent).toMatchObject([
      {
        action: { kind: 'approve_refund', request_id: 'r1', amount: null, allow_delivered: true },
        step_up: { by: 'code', code: '123456' },
      },
    ]);
  });

  it('has one key for the repeats of one press, whatever became of the first', async () => {
    const keys: unknown[] = [];
    const given = answers('support');
    const { page } = await built.open('/deliveries', {
      ...given,
      act: (input) => {
        keys.push(input['key']);
        if (keys.length === 1) return refuse(503, 'busy', 'The shop is busy. Try again.');
        return given.act?.(input) ?? refuse(404, 'none', '');
      },
    });
    await page.getByRole('button', { name: 'Send the mail now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Do it now/ }).click();
    await dialog.getByText('The shop is busy. Try again.').waitFor();
    await dialog.getByRole('button', { name: /^Do it now/ }).click();
    await page.getByRole('dialog', { name: 'Done' }).waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('shows what changed when the server refuses a stale plan', async () => {
    let isChanged = false;
    const given = answers('support');
    const { page } = await built.open('/deliveries', {
      ...given,
      previewAction: (input) =>
        ok('previewAction', {
          ...planOf(input),
          ...(isChanged ? { effects: ['The mail goes to another server.'], plan_hash: 'h2' } : {}),
        }),
      act: (input) => {
        if (isChanged) return given.act?.(input) ?? refuse(404, 'none', '');
        isChanged = true;
        return refuse(409, 'plan_changed', 'It would now do otherwise.');
      },
    });
    await page.getByRole('button', { name: 'Send the mail now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Do it now/ }).click();
    await dialog.getByRole('alert').filter({ hasText: 'It would now do otherwise.' }).waitFor();
    const fresh = dialog.getByRole('listitem').filter({ hasText: 'to another server' });
    expect(await fresh.textContent()).toContain('New');
    await dialog.getByRole('button', { name: /^Do it now/ }).click();
    await page.getByRole('dialog', { name: 'Done' }).waitFor();
  });

  it('keeps the typed answer while an expired session signs in again', async () => {
    let isSignedIn = true;
    const given = answers('support');
    const { page } = await built.open('/requests?open=r1', {
      ...given,
      act: (input) =>
        isSignedIn
          ? (given.act?.(input) ?? refuse(404, 'none', ''))
          : refuse(401, 'sign_in', 'Sign in first.'),
      signInByPassword: () => {
        isSignedIn = true;
        return ok('signInByPassword', me('support'));
      },
    });
    await drawer(page)
      .getByRole('radio', { name: /^Say no/ })
      .check();
    await drawer(page).getByLabel('Answer for the player').fill('Half an answer, ticket 48211');
    const press = drawer(page).getByRole('button', { name: /^Reject the request/ });
    await expect.poll(() => press.getAttribute('aria-disabled')).toBe(null);
    isSignedIn = false;
    await press.click();
    const over = page.getByRole('dialog', { name: 'Your session ended' });
    await over.waitFor();
    expect(await page.getByLabel('Answer for the player').inputValue()).toContain('ticket 48211');
    await over.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await over.getByLabel('Code from your app').fill('123456');
    await over.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Done: it is decided.').waitFor();
    await over.waitFor({ state: 'detached' });
  });
});

describe('a step that waits for a second person', () => {
  it('is refused only with a reason', async () => {
    const { page } = await built.open('/refunds?open=ap1', answers('finance'));
    await drawer(page).getByRole('button', { name: 'No…' }).click();
    await drawer(page).getByText('Write the reason.').waitFor();
    await drawer(page).getByLabel('Why not').fill('The goods were used');
    await drawer(page)
      .getByRole('button', { name: /^Refuse the step/ })
      .click();
    await page.getByText('The step is refused.').waitFor();
    await expect.poll(() => drawer(page).count()).toBe(0);
  });
});

describe('the bar about a missing second person', () => {
  it('stands on every page until two people can confirm', async () => {
    const given = answers('admin');
    const { page } = await built.open('/staff', {
      ...given,
      queues: () =>
        ok('queues', {
          requests: 0,
          unresolved: 0,
          deliveries: 0,
          refunds: 0,
          disputes: 0,
          approvals: 0,
          differences: 0,
          has_second_person: false,
        }),
    });
    await page.getByText('No second person can confirm steps.').waitFor();
    await page.getByRole('link', { name: 'Requests' }).click();
    await heading(page, 'Requests of players').waitFor();
    expect(await page.getByText('No second person can confirm steps.').isVisible()).toBe(true);
  });
});

describe('the queues', () => {
  it.each([
    '/requests?open=r1',
    '/requests?open=r2',
    '/unresolved',
    '/deliveries',
    '/refunds?open=ap1',
    '/refunds?tab=refused',
    '/disputes',
    '/disputes?tab=ended',
    '/disputes/payermax/C2026111900417',
  ])(
    '%s passes axe on a phone in light colours and on a desk in dark ones, and fits with forced ones',
    async (path) => {
      const { page, errors } = await built.open(path, { ...answers('support'), ...disputes });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const loading = page.getByRole('status').filter({ hasText: 'Loading' });
      await expect.poll(() => loading.count()).toBe(0);
      expect([...(await faultsOf(page)), ...errors]).toEqual([]);
    },
  );
});

describe('saved views', () => {
  it('the filters of the order list are saved, open as a tab, and are removed', async () => {
    const saved = { id: 'v1', query: 'country=BR', by: 'support-2', may_remove: true };
    let items: ConsoleResult<'orderViews'>['items'] = [];
    const { page } = await built.open('/orders?country=BR', {
      ...signedIn('support'),
      orders: () =>
        ok('orders', { items: [], next: null, count: 0, count_is_exact: true, now: Date.now() }),
      orderViews: () => ok('orderViews', { items }),
      saveOrderView: ({ name, query, is_shared: isShared }) => {
        expect({ query, isShared }).toEqual({ query: 'country=BR', isShared: true });
        const view = { ...saved, name: String(name), is_shared: true };
        items = [view];
        return ok('saveOrderView', view);
      },
      removeOrderView: () => {
        items = [];
        return ok('removeOrderView', { done: true });
      },
    });
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Brazil');
    await page.getByLabel('Every operator sees it').check();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const tab = page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Brazil' });
    await tab.waitFor();
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await tab.click();
    await expect.poll(() => new URL(page.url()).search).toBe('?country=BR');
    await page.getByRole('button', { name: 'Remove view' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await tab.waitFor({ state: 'detached' });
  });
});
