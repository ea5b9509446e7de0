import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { nextPicture } from '../../support/browser/access.ts';
import { answerOf } from '../../support/browser/answers.ts';
import { openCheckout } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

const CREATE = '**/api/recharge/order/create';
const WORK = { salt: 'c2FsdCBvZiBhIHBpY3R1cmUgb2YgdGVz', bits: 12 };

/** Pays, is asked for an image code with work, and answers it. @returns the form of the call with the code */
async function answerPicture(page: Page): Promise<URLSearchParams> {
  const sent: URLSearchParams[] = [];
  await page.route(CREATE, (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? ''));
    return route.fulfill(answerOf(sent.length === 1 ? 20003 : 10007, null));
  });
  // The test shop asks for no work, because its limits are raised.
  await page.route('**/api/common/captcha', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { result: object };
    await route.fulfill({
      response,
      json: { ...answer, result: { ...answer.result, work: WORK } },
    });
  });
  await openCheckout(page);
  const field = page.getByRole('textbox', { name: 'Characters in the picture' });
  // Without its picture a code would not be sent.
  const first = await nextPicture(page);
  await field.fill('AAAA');
  await field.press('Enter');
  await expect.poll(() => sent.length).toBe(2);
  // A refused code brings the next picture; then no call is under way.
  await nextPicture(page, first);
  await page.unroute(CREATE);
  await page.unroute('**/api/common/captcha');
  return sent[1] ?? new URLSearchParams();
}

function expectSolved(sent: URLSearchParams): void {
  const hash = createHash('sha256')
    .update(WORK.salt + (sent.get('v_code_work') ?? ''))
    .digest('hex');
  expect(hash.slice(0, WORK.bits / 4)).toBe('0'.repeat(WORK.bits / 4));
  expect(sent.get('v_code')).toBe('AAAA');
}

test('the work of an image code is done by a worker, or by the page where workers are blocked or cannot load, and sent with the code (14.12) @full', async ({
  page,
}) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await signIn(page);
  expectSolved(await answerPicture(page));
  // A refused code brings the next picture with its own work, perhaps already.
  expect(workers.some((address) => address.includes('work-worker'))).toBe(true);

  await test.step('the page works itself when its worker cannot load', async () => {
    let refused = 0;
    await page.route('**/assets/work-worker*', (route) => {
      refused += 1;
      return route.abort();
    });
    expectSolved(await answerPicture(page));
    expect(refused, 'the worker was asked for').toBeGreaterThan(0);
    await page.unroute('**/assets/work-worker*');
  });

  await test.step('the page works itself when workers are blocked', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'Worker', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    expectSolved(await answerPicture(page));
  });
});
