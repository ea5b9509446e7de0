import * as v from 'valibot';
import type { Db } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import type { TestEnvironment } from '../support/environment.ts';
import type { Aim, Figure, Part } from './figures.ts';
import { PROJECT, type Player } from './player.ts';
import type { Bought, Pace } from './purchases.ts';
import { quantile } from './stats.ts';

const statementShape = v.object({
  captures: v.array(v.object({ out_trade_no: v.string(), at: v.number() })),
});
const mailShape = v.object({
  mails: v.array(v.object({ delivery_id: v.nullable(v.string()), sent_at: v.number() })),
});

const AIM: Aim = { of: 'value', atMost: 100 };

/** At full speed the queue's length decides the wait, not the shop. */
const PACES: readonly { readonly pace: Pace; readonly name: string; readonly aim: Aim | null }[] = [
  { pace: 'alone', name: 'one client', aim: AIM },
  { pace: 'steady', name: '16 clients at half of full speed', aim: AIM },
  { pace: 'full speed', name: '16 clients at full speed', aim: null },
];

/** Times from capture to mail, by the timestamps of gateway and game. */
export async function benchMailTimes(
  environment: TestEnvironment,
  db: Db,
  players: readonly Player[],
  bought: readonly Bought[],
): Promise<Part> {
  const times = await Promise.all(
    PACES.map(({ pace }) => {
      const orderIds = bought.filter((each) => each.pace === pace).map((each) => each.orderId);
      return mailTimesOf(environment, db, players, orderIds);
    }),
  );
  const figures = PACES.flatMap(({ name, aim }, index): Figure[] => [
    { name: `${name}, p50`, value: quantile(times[index] ?? [], 0.5), unit: 'ms' },
    {
      name: `${name}, p95`,
      value: quantile(times[index] ?? [], 0.95),
      unit: 'ms',
      ...(aim ? { aim } : {}),
    },
  ]);
  return {
    title: "From the gateway's confirmation to the mail",
    how: "For every purchase above: the time from the capture in the gateway's records to the mail in the game's records. The game records the mail before it answers, so its own answer time is not included.",
    figures,
  };
}

export async function mailTimesOf(
  environment: TestEnvironment,
  db: Db,
  players: readonly Player[],
  orderIds: readonly string[],
): Promise<number[]> {
  const { captures } = v.parse(statementShape, await read(`${environment.sandboxUrl}/statement`));
  const paidAt = new Map(
    captures.map((each) => [each.out_trade_no.replace(/^A|_\d+$/g, ''), each.at]),
  );
  const orderOf = new Map((await db.many(deliveries)).map((row) => [row.id, row.order_id]));
  const mailedAt = new Map<string, number>();
  for (const player of players) {
    const query = new URLSearchParams({
      game_id: PROJECT.gameId,
      server_id: player.serverId,
      cid: player.cid,
    });
    const { mails } = v.parse(
      mailShape,
      await read(`${environment.sandboxUrl}/mail?${query.toString()}`),
    );
    for (const mail of mails) {
      const orderId = orderOf.get(mail.delivery_id ?? '');
      if (orderId !== undefined) mailedAt.set(orderId, mail.sent_at);
    }
  }
  const times = orderIds.map((id) => (mailedAt.get(id) ?? NaN) - (paidAt.get(id) ?? NaN));
  if (times.some(Number.isNaN)) throw new Error('a purchase has no capture or no mail');
  return times;
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  return response.json();
}

const deliveries = statement({
  name: 'bench.deliveries',
  text: `select id, order_id from deliveries`,
  row: v.object({ id: v.string(), order_id: v.string() }),
});
