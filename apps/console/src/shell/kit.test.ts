import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAxe } from '../../../../tests/support/browser/run-axe.ts';
import { ok, refuse } from '../testing/fake-api.ts';
import { faultsOf } from '../testing/faults.ts';
import { type Console, openConsole } from '../testing/open-console.ts';
import { me, outside, signedIn } from '../testing/samples.ts';

vi.setConfig({ testTimeout: 300_000 });

let built: Console;
beforeAll(async () => {
  built = await openConsole();
});
afterAll(() => built.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const queryOf = (page: Page) => new URL(page.url()).search;

describe('the frame of the console', () => {
  it('shows only the screens of the role, and says who sees a typed one', async () => {
    const { page, calls } = await built.open('/audit', signedIn('support'));
    await heading(page, 'Not for your role').waitFor();
    expect(await page.getByText('Admins and auditors see this.').isVisible()).toBe(true);
    const nav = page.getByRole('navigation', { name: 'Console' });
    // The numbers come with an answer of their own.
    await expect
      .poll(() => nav.getByRole('link').allTextContents())
      .toEqual([
        'Overview',
        'Orders',
        'Players',
        'Requests3 waiting',
        'Unresolved4 waiting',
        'Deliveries2 waiting',
        'Refunds2 waiting',
        'Disputes2 waiting',
        'Service',
        'Webhooks',
      ]);
    expect(calls).not.toContain('audit');
  });

  it('keeps the chosen project on every screen', async () => {
    const { page } = await built.open('/staff', signedIn('admin'));
    await page.getByRole('combobox', { name: 'Project' }).selectOption('Miniflix');
    await expect.poll(() => queryOf(page)).toBe('?project=miniflix');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await heading(page, 'Audit log').waitFor();
    expect(queryOf(page)).toBe('?project=miniflix');
  });

  it('moves the focus to the heading and names the tab after a navigation', async () => {
    const { page } = await built.open('/staff', signedIn('admin'));
    await heading(page, 'Staff').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    const title = heading(page, 'Audit log');
    await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true);
    await expect.poll(() => page.title()).toBe('Audit log · Console');
  });

  it('obeys keys, and no key while one types', async () => {
    const { page } = await built.open('/staff', signedIn('admin'));
    await heading(page, 'Staff').waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect.poll(() => search.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.type('ga?');
    expect(await search.inputValue()).toBe('ga?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    // A busy page takes the first key late: the time for the second begins then.
    await page.evaluate(() => {
      const beBusy = (): void => {
        const end = performance.now() + 1600;
        while (performance.now() < end);
      };
      document.addEventListener('keydown', beBusy, { capture: true, once: true });
    });
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await heading(page, 'Audit log').waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Next row').waitFor();
    expect(await runAxe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
  });

  it('puts a number that is searched for into the address, and a name only into the history', async () => {
    const { page } = await built.open('/staff', signedIn('admin'));
    const search = page.getByRole('searchbox');
    await search.fill('WP-204518');
    await search.press('Enter');
    await expect.poll(() => page.url()).toContain('/search?q=WP-204518');
    await search.fill('Nova Star');
    await search.press('Enter');
    await expect.poll(() => page.url()).toMatch(/\/search$/);
    const state: unknown = await page.evaluate(() => JSON.stringify(window.history.state));
    expect(state).toContain('Nova Star');
  });

  it('opens its navigation as a dialog below 900 px', async () => {
    const { page } = await built.open('/staff', signedIn('admin'), {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click();
    await heading(page, 'Audit log').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('remembers the chosen colours, and follows the system without a choice', async () => {
    const { page, errors } = await built.open('/staff', signedIn('admin'), {
      colorScheme: 'light',
    });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await heading(page, 'Staff').waitFor();
    expect(await ground()).toBe('rgb(243, 245, 248)');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(ground).toBe('rgb(12, 16, 25)');
    await page.reload();
    await heading(page, 'Staff').waitFor();
    expect(await ground()).toBe('rgb(12, 16, 25)');
    expect(errors).toEqual([]);
  });
});

describe('an ended session', () => {
  it('asks for the sign-in over the page, keeps typed text and repeats the call', async () => {
    let isSignedIn = true;
    const answers = signedIn('admin');
    const { page, calls } = await built.open('/audit', {
      ...answers,
      checkAudit: (input) =>
        isSignedIn
          ? (answers.checkAudit?.(input) ?? refuse(404, 'none', ''))
          : refuse(401, 'sign_in', 'Sign in first.'),
      signInByPassword: () => {
        isSignedIn = true;
        return ok('signInByPassword', me('admin'));
      },
    });
    await heading(page, 'Audit log').waitFor();
    await page.getByRole('searchbox').fill('half a number');
    isSignedIn = false;
    await page.getByRole('button', { name: 'Check now' }).click();
    const over = page.getByRole('dialog', { name: 'Your session ended' });
    await over.waitFor();
    expect(await runAxe(page)).toEqual([]);
    await over.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await over.getByLabel('Code from your app').fill('123456');
    await over.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The chain is whole: 48,207 entries').waitFor();
    await over.waitFor({ state: 'detached' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('half a number');
    expect(calls.filter((name) => name === 'checkAudit')).toHaveLength(2);
  });

  it('leads to the sign-in page without a session, and back to the address afterwards', async () => {
    let isSignedIn = false;
    const { page } = await built.open('/staff?project=dr2', {
      ...signedIn('admin'),
      me: () => (isSignedIn ? ok('me', me('admin')) : refuse(401, 'sign_in', 'Sign in first.')),
      signInByPassword: ({ code }) => {
        if (code !== '123456') return refuse(403, 'refused', 'Name, password or code is wrong.');
        isSignedIn = true;
        return ok('signInByPassword', me('admin'));
      },
    });
    await heading(page, 'Sign in').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('admin-1');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Code from your app').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Name, password or code is wrong.').waitFor();
    await page.getByLabel('Code from your app').fill('123456');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Staff').waitFor();
    expect(queryOf(page)).toBe('?project=dr2');
  });
});

describe('links', () => {
  it('signs in by a one-time link only when pressed, and takes its token out of the address', async () => {
    const { page, calls } = await built.open('/sign-in/link#t0ken', {
      ...signedIn('support'),
      signInByLink: ({ token }) =>
        token === 't0ken' ? ok('signInByLink', me('support')) : refuse(403, 'refused', 'No.'),
    });
    const press = page.getByRole('button', { name: 'Sign in' });
    await press.waitFor();
    await expect.poll(() => page.url()).not.toContain('t0ken');
    expect(calls).not.toContain('signInByLink');
    await press.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });

  it('signs in by company account, and takes the provider’s answer out of the address', async () => {
    let answer = '';
    const { page } = await built.open('/sign-in?to=/staff', {
      ...outside,
      ...signedIn('admin'),
      companySignIn: () =>
        ok('companySignIn', { address: '/sign-in/company?code=c0de&state=st4te' }),
      companyReturn: (given) => {
        if (answer !== '') return refuse(410, 'visit_ended', 'This took too long. Start again.');
        answer = String(given['answer']);
        return ok('companyReturn', { kind: 'signed_in', me: me('admin') });
      },
    });
    await page.getByRole('button', { name: 'Company account' }).click();
    await heading(page, 'Staff').waitFor();
    expect(answer).toBe('code=c0de&state=st4te');
    await page.goto(new URL('/sign-in/company?code=c0de', page.url()).href);
    await page.getByRole('alert').filter({ hasText: 'Start again.' }).waitFor();
    expect(page.url()).not.toContain('c0de');
    expect(await faultsOf(page)).toEqual([]);
  });

  it('accepts an invitation and shows the recovery codes once', async () => {
    const { page } = await built.open('/join#t0ken', { ...outside, ...signedIn('support') });
    await heading(page, 'Join as support-3').waitFor();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await page.getByLabel('Choose a password').fill('correct horse battery');
    await page.getByLabel('First code of the app').fill('123456');
    await page.getByRole('button', { name: 'Join' }).click();
    await heading(page, 'Recovery codes').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(10);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('console-recovery-codes.txt');
    const enter = page.getByRole('button', { name: 'Open the console' });
    expect(await enter.isDisabled()).toBe(true);
    await page.getByLabel('I have stored the codes').check();
    await enter.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
});

describe('a screen', () => {
  it('keeps its rows above a failed read, with the request and a way to repeat it', async () => {
    let isBroken = false;
    const answers = signedIn('admin');
    const { page } = await built.open('/audit', {
      ...answers,
      audit: (input) =>
        isBroken
          ? refuse(503, 'too_wide', 'The database was too slow. Narrow the time.')
          : (answers.audit?.(input) ?? refuse(404, 'none', '')),
    });
    await page.getByRole('cell', { name: '48,207' }).waitFor();
    isBroken = true;
    await page.getByRole('button', { name: 'Older' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Narrow the time.');
    expect(await alert.textContent()).toContain('req-8m2k');
    isBroken = false;
    await alert.getByRole('button', { name: 'Again' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it.each([
    ['/sign-in', outside],
    ['/join#t0ken', outside],
    ['/staff', signedIn('admin')],
    ['/audit', signedIn('admin')],
    ['/audit?tab=heads', signedIn('admin')],
    ['/webhooks?open=w1', signedIn('admin')],
    [
      '/me',
      signedIn('support', { signed_in_by: 'link', has_second_factor: false, world: 'production' }),
    ],
  ] as const)(
    '%s passes axe on a phone in light colours and on a desk in dark ones, and fits with forced ones',
    async (path, answers) => {
      const { page, errors } = await built.open(path, answers);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const loading = page.getByRole('status').filter({ hasText: 'Loading' });
      await expect.poll(() => loading.count()).toBe(0);
      expect([...(await faultsOf(page)), ...errors]).toEqual([]);
    },
  );
});
