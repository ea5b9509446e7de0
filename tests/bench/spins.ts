import { randomBytes } from 'node:crypto';
import { CODES } from '@webpay/contract/codes';
import { CALL_PATHS } from '@webpay/contract/paths';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { couponSessions, insertStep } from '../../apps/api/src/domain/events/bargain/queries.ts';
import { bargainRules, type BargainRules } from '../../apps/api/src/domain/events/bargain/rules.ts';
import { spinWheel } from '../../apps/api/src/domain/events/bargain/wheel.ts';
import { dayOf } from '../../apps/api/src/domain/events/days.ts';
import { insertReward } from '../../apps/api/src/domain/events/queries.ts';
import { hashToken } from '../../apps/api/src/domain/players/session.ts';
import { DAY_MS, moveAllClocks } from '../support/shop-days.ts';
import * as v from 'valibot';
import type { TestEnvironment } from '../support/environment.ts';
import { openConnection, type Connection } from './connection.ts';
import type { Figure, Scale } from './figures.ts';
import { bodyOf, COUNTRY, enter, FORM, type Player } from './player.ts';
import { median } from './stats.ts';
import { times } from '../support/shopper.ts';

/** The shop reads up to eight sessions together. */
const ALONE = {
  tokenHash2: null,
  tokenHash3: null,
  tokenHash4: null,
  tokenHash5: null,
  tokenHash6: null,
  tokenHash7: null,
  tokenHash8: null,
};
const PLAYERS = { full: 320, quick: 32 } as const;
/** One spin per player and day: every round is a new day. */
const DAYS = { full: 3, quick: 1 } as const;
const SIDE_BY_SIDE = 32;

/**
 * Spins of the daily wheel by different players, against the SQL of a spin on as many connections.
 */
export async function benchSpins(environment: TestEnvironment, scale: Scale): Promise<Figure> {
  const spinners: Player[] = [];
  const bare: Player[] = [];
  for (let i = 0; i < PLAYERS[scale]; i += 1) {
    spinners.push(await enter(environment.url));
    bare.push(await enter(environment.url));
  }
  const db = openDb(environment.databaseUrl, { max: SIDE_BY_SIDE, name: 'bench-spins' });
  try {
    const eventId = await issueCoupons(environment, [...spinners, ...bare]);
    const shop: number[] = [];
    const limit: number[] = [];
    for (let day = 0; day < DAYS[scale]; day += 1) {
      await moveAllClocks(environment, day * DAY_MS);
      limit.push(await spinBare(db, bare, eventId, day));
      shop.push(await spin(environment, spinners, day));
    }
    return {
      name: `spins, ${PLAYERS[scale]} players a day`,
      value: median(shop),
      unit: 'spins/s',
      limit: median(limit),
      aim: { of: 'ratio', atLeast: 0.5 },
    };
  } finally {
    await moveAllClocks(environment, 0);
    await db.close();
  }
}

/** The first call within the event issues the coupon. */
async function issueCoupons(environment: TestEnvironment, players: readonly Player[]) {
  let eventId = '';
  await overHttp(environment, players, async (player, connection) => {
    const { path } = CALL_PATHS.bargainInfo;
    const body = bodyOf(player, 'bargainInfo', { country: COUNTRY });
    const answer = await connection.post(path, FORM, body);
    const { result } = JSON.parse(answer.body.toString()) as { result: { id: string } };
    eventId = result.id;
  });
  return eventId;
}

async function spin(environment: TestEnvironment, players: readonly Player[], day: number) {
  const { path } = CALL_PATHS.bargainSpin;
  // Signed before the measurement.
  const nowMs = Date.now() + day * DAY_MS;
  const bodies = new Map(
    players.map((player) => [player, bodyOf(player, 'bargainSpin', { country: COUNTRY }, nowMs)]),
  );
  return overHttp(environment, players, async (player, connection) => {
    const answer = await connection.post(path, FORM, bodies.get(player) ?? '');
    const { code } = JSON.parse(answer.body.toString()) as { code: number };
    // A lucky player may reach the minimum after some days.
    if (code !== CODES.OK && code !== CODES.MINIMUM_REACHED) throw new Error(`a spin: ${code}`);
  });
}

/**
 * SQL of a spin without orders: session with coupon, the spin's row, and by the odds the goods'
 * row, in one transaction.
 */
async function spinBare(db: Db, players: readonly Player[], eventId: string, day: number) {
  const now = new Date(Date.now() + day * DAY_MS);
  const today = dayOf(now);
  const wheel = await wheelOf(db, eventId);
  return sideBySide(Array<Db>(SIDE_BY_SIDE).fill(db), players, async (player, line) => {
    const session = await line.one(couponSessions, {
      tokenHash1: hashToken(player.token),
      ...ALONE,
      now,
      eventId,
      today,
    });
    const { player_id: playerId, n } = session;
    const draw = spinWheel({ randomBytes }, wheel);
    const row = {
      playerId,
      eventId,
      task: 'spin',
      day: today,
      n: n ?? 1,
      lowersMinor: 20,
      prizeIndex: draw.index,
      draw,
      now,
    };
    const item = wheel[draw.index]?.item ?? null;
    if (item === null) {
      await line.one(insertStep, row);
      return;
    }
    await line.transaction(async (tx) => {
      await tx.one(insertStep, row);
      await tx.one(insertReward, {
        rewardId: `spin-${playerId}-${today}`,
        playerId,
        eventId,
        kind: 'wheel',
        taskId: 'spin',
        day: today,
        goal: null,
        lang: 'en',
        mail: { text: 'reward', event: { en: 'Bench' } },
        items: [item],
        nextAttemptAt: new Date(),
        giveUpAt: new Date(Date.now() + DAY_MS),
        now,
      });
    });
  });
}

async function wheelOf(db: Db, eventId: string): Promise<BargainRules['wheel']> {
  const { rows } = await db.pool.query<{ rules: unknown }>(
    `select distinct t.rules from bargain_terms t join bargain_coupons c on c.terms_id = t.id where c.event_id = $1`,
    [eventId],
  );
  return v.parse(bargainRules, rows[0]?.rules).wheel;
}

/** Distributes the players over the connections. @returns players per second */
async function sideBySide<Line>(
  lines: readonly Line[],
  players: readonly Player[],
  work: (player: Player, line: Line) => Promise<void>,
): Promise<number> {
  const queue = players.values();
  const startedAt = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (const player of queue) await work(player, line);
    }),
  );
  return players.length / ((performance.now() - startedAt) / 1_000);
}

async function overHttp(
  environment: TestEnvironment,
  players: readonly Player[],
  work: (player: Player, connection: Connection) => Promise<void>,
): Promise<number> {
  const connections = await times(SIDE_BY_SIDE, () => openConnection(environment.url));
  const perSecond = await sideBySide(connections, players, work);
  for (const connection of connections) connection.close();
  return perSecond;
}
