import { expect, it, onTestFinished } from 'vitest';
import { buildContext } from '../../apps/api/src/build-context.ts';
import { sharedEnvironment } from './shared-environment.ts';
import { CARDS, createShopper } from './shopper.ts';
import { judge, readOutside, type Outside } from './judge.ts';

const environment = sharedEnvironment();

/** Changes to the external facts, and the rules that each violates. */
const CHANGES: readonly (readonly [string, (outside: Outside) => Outside, readonly RegExp[]])[] = [
  [
    'a missing capture',
    (outside) => ({ ...outside, captures: [] }),
    [/a paid attempt was captured/, /the ledger equals/],
  ],
  [
    'a capture of another amount',
    (outside) => ({
      ...outside,
      captures: outside.captures.map((each) => ({ ...each, minor: each.minor + 1 })),
    }),
    [/a capture has its attempt’s amount/, /the ledger equals/],
  ],
  [
    'a capture of an unknown attempt',
    (outside) => ({
      ...outside,
      captures: outside.captures.flatMap((each) => [each, { ...each, attempt: 'A_1' }]),
    }),
    [/a capture belongs to a paid attempt/, /the ledger equals/],
  ],
  [
    'a refund of a delivered order',
    (outside) => ({
      ...outside,
      refunds: outside.captures.map((each) => ({ ...each, refund: 'R1' })),
    }),
    [/a capture ends once/, /a refund paid by a gateway succeeded here/, /the ledger equals/],
  ],
  [
    'a missing mail',
    (outside) => ({ ...outside, mails: [] }),
    [/a capture ends once/, /an order succeeded/, /a delivered order has its mail/, /each mail/],
  ],
  [
    'a mail given twice',
    (outside) => ({ ...outside, mails: [...outside.mails, ...outside.mails] }),
    [/a mail is given once/, /each mail belongs to a known character/],
  ],
  [
    'a mail without an order',
    (outside) => ({ ...outside, mails: [...outside.mails, { delivery: 'D0' }] }),
    [/a mail belongs to an order/, /each mail belongs to a known character/],
  ],
];

it('finds every difference between the shop’s rows, its ledger, the statements and the mailboxes', async () => {
  const config = { ...environment().config, databaseUrl: environment().databaseUrl };
  const { ctx, close } = await buildContext(config, {
    name: 'test',
    connections: 2,
    logTo: 'stderr',
  });
  onTestFinished(close);
  const { pool } = ctx.db;
  const shopper = await createShopper(environment());
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
  // The gateway's message about the payment may come after its answer.
  const heard =
    'select count(*) > 0 and bool_and(applied_at is not null) as wholly from gateway_inbox';
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ wholly: boolean }>(heard);
      return rows;
    })
    .toEqual([{ wholly: true }]);
  const outside = await readOutside(environment(), pool);
  expect(await judge(pool, outside)).toMatchObject({
    wrong: [],
    captures: { delivered: 1, refunded: 0, lost: 0 },
    orders: { success: 1 },
  });
  for (const [what, change, rules] of CHANGES) {
    const { wrong } = await judge(pool, change(outside));
    expect(wrong, what).toHaveLength(rules.length);
    for (const rule of rules) expect(wrong.join('\n'), what).toMatch(rule);
  }
  await shopper.open();
  const { wrong } = await judge(pool, outside);
  expect(wrong).toEqual([
    expect.stringContaining('no row is stuck (attempt'),
    expect.stringContaining('no row is stuck (order'),
  ]);
});
