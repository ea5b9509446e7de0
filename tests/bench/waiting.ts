import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { gamesFile, playGame } from '../support/played-game.ts';
import { letMailsWait, mailsWaiting, WAITING_GAME } from '../support/waiting-mails.ts';
import { opened } from '../../tools/ending.ts';
import { startTestEnvironment, type TestEnvironment } from '../support/environment.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { mailTimesOf } from './mail-times.ts';
import { enter, type Player } from './player.ts';
import { shopRound } from './purchases.ts';
import { steppedQuantile } from './stats.ts';

const MAILS = { full: 5_000, quick: 50 } as const;
/** Many short rounds spread the machine's other work over both sides. */
const ROUNDS = { full: 20, quick: 1 } as const;
const COUNT = { full: 60, quick: 5 } as const;
/** Time for thousands of new rows to settle and for the game's circuit to open. */
const SETTLED_MS = 1_000;

/** Effect of 5,000 waiting mails of one game on buyers of another; rounds alternate. */
export async function benchWaiting(scale: Scale): Promise<Part> {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-bench-'));
  const removeFolder = opened(() => rm(folder, { recursive: true, force: true }));
  const game = await playGame('maintenance');
  let environment: TestEnvironment | undefined;
  try {
    const games = await gamesFile(path.join(folder, 'games.json'), WAITING_GAME.gameId, game.url);
    environment = await startTestEnvironment({ fsync: true, env: { GAMES_FILE: games } });
    const db = openDb(environment.databaseUrl, { max: 2, name: 'bench' });
    try {
      return await compare(environment, db, scale);
    } finally {
      await db.close();
    }
  } finally {
    await environment?.stop();
    await game.stop();
    await removeFolder();
  }
}

async function compare(environment: TestEnvironment, db: Db, scale: Scale): Promise<Part> {
  const player = await enter(environment.url);
  await letMailsWait(db.pool, MAILS[scale]);
  const alone: number[] = [];
  const beside: number[] = [];
  await round(environment, db, player, scale);
  for (let i = 0; i < ROUNDS[scale]; i += 1) {
    // Each side comes first equally often.
    for (const isHeld of i % 2 === 0 ? [true, false] : [false, true]) {
      await setHeld(db, isHeld);
      (isHeld ? alone : beside).push(...(await round(environment, db, player, scale)));
    }
  }
  const waiting = await mailsWaiting(db.pool);
  if (waiting !== MAILS[scale]) throw new Error(`only ${waiting} mails were waiting at the end`);
  const figure = (name: string, share: number): Figure => ({
    name,
    // Timestamps of the outside are whole milliseconds.
    value: steppedQuantile(beside, share),
    unit: 'ms',
    limit: steppedQuantile(alone, share),
  });
  return {
    title: 'Mails held back for another game',
    how: `One client buys in one game while ${MAILS[scale]} due mails wait for another game in maintenance. Each figure is the time from the gateway's confirmation to the mail, in ${ROUNDS[scale]} rounds of ${COUNT[scale]} purchases. Limit: as many alternating rounds without those mails.`,
    figures: [
      figure('confirmation to mail, p50', 0.5),
      { ...figure('confirmation to mail, p95', 0.95), aim: { of: 'ratio', atMost: 1.1 } },
    ],
  };
}

/** Held mails are ignored by the sender; released ones are all due at once. */
async function setHeld(db: Db, isHeld: boolean): Promise<void> {
  await db.pool.query(
    `update outbox_mails set held_since = case when $2 then now() end, next_attempt_at = now() where project = $1`,
    [WAITING_GAME.project, isHeld],
  );
  await sleep(SETTLED_MS);
}

async function round(environment: TestEnvironment, db: Db, player: Player, scale: Scale) {
  const load = { clients: 1, count: COUNT[scale], askEveryMs: 5, everyMs: 0 };
  const { orderIds } = await shopRound(environment, db, [player], load);
  return mailTimesOf(environment, db, [player], orderIds);
}
