import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { leaveAtBank, payLate, stepNamed, stepOf, type Both } from './both-shops.ts';
import { checkAlways } from './invariants.ts';
import { openOutside, type Message } from './outside.ts';
import { choose } from './paper-payments.ts';
import { openShop } from './paper-shop.ts';
import { standingOnPaper, standingThere } from './real-rows.ts';
import { realShops } from './real-shop.ts';
import { violations } from '../support/judge.ts';
import { testDatabase } from '../support/test-database.ts';

const WALKS = 16;
const STEPS_A_WALK = 40;

const { url, db } = await testDatabase('seeded');
const shops = await realShops(url);
afterAll(() => shops.close());

const walks = fc.noBias(fc.array(fc.nat(), { minLength: STEPS_A_WALK, maxLength: STEPS_A_WALK }));

const TWICE_PAID = [...leaveAtBank(1), ...leaveAtBank(2), ...payLate(1), ...payLate(2)];
const LOOK_AGAIN = ['come back to A_1', 'query arrives: asked', 'answer of query'];
/** Money of a wrong amount is kept once, however often it is asked for. */
const ASKED_AGAIN = [
  'submit A_1',
  'submit arrives: paid_otherwise',
  'answer of submit',
  ...LOOK_AGAIN,
  ...LOOK_AGAIN,
];
const BEGINNINGS = [[], leaveAtBank(1), [...leaveAtBank(1), ...leaveAtBank(2)], TWICE_PAID];

let made = 0;

async function startBoth(first: 'payermax' | 'paypal'): Promise<Both> {
  made += 1;
  const real = await shops.open(`model${made}`, first);
  const shop = openShop(real.amount);
  choose(shop, first);
  const habits = { hasDisputes: false, looksBack: true };
  const play = { shop, outside: openOutside(), inbox: new Set<Message>(), habits };
  return { play, real, stored: new Map() };
}

async function take(both: Both, step: ReturnType<typeof stepOf>, story: string[]): Promise<void> {
  const { shop } = both.play;
  const before = new Set(shop.attempts.filter((each) => each.state === 'SUCCEEDED'));
  story.push(step.name);
  await step.run();
  checkAlways(both.play, before);
  const there = await standingThere(both.real.pool, both.real.orderId);
  expect(there, story.join('\n')).toEqual(standingOnPaper(shop));
  expect(both.real.calls.length, story.join('\n')).toBe(shop.calls.length);
}

describe('[S08] [F15] the operations on the database', () => {
  it('take every step exactly as the reference model does', async () => {
    let paidBack = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BEGINNINGS), walks, async (beginning, numbers) => {
        const both = await startBoth(beginning.length > 0 ? 'payermax' : 'paypal');
        const story: string[] = [];
        for (const name of beginning) await take(both, stepNamed(both, name), story);
        for (const number of numbers) await take(both, stepOf(both, number), story);
        paidBack += Number(both.play.shop.refunds.length > 0);
      }),
      {
        numRuns: WALKS,
        endOnFailure: true,
        examples: [
          [TWICE_PAID, []],
          [ASKED_AGAIN, []],
        ],
      },
    );
    expect(paidBack).toBeGreaterThanOrEqual(1);
    expect(await violations(db.pool)).toEqual([]);
  });
});
