import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../../tests/support/built-shop.ts';
import { gameTestOf } from '../../../../../../tests/support/silent-game.ts';
import type { RoleAnswer } from '../../../games/port.ts';
import type { Ctx } from '../../../context.ts';
import { reportCircuits } from '../../../report-circuits.ts';
import { person } from '../../actions/testing/steps.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { readService } from './read-service.ts';
import { testCall } from './test-call.ts';

const { built, db, pool } = await builtShop(6);
const { ctx } = built;
const { shopAt, bought } = gameTestOf(built, pool);
const EVERYBODY = { projects: [] };
const OF_DR2 = { projects: ['dr2'] };
const read = (sees: { readonly projects: readonly string[] } = EVERYBODY) =>
  readService(ctx, sees, {});

/** An open circuit in one line: `gateway PayPal in worker`. */
const linesOf = ({ circuits }: Awaited<ReturnType<typeof read>>) =>
  circuits.map(({ what, place, processes }) => {
    const names = processes.map((each) => each.replace(/ on .+/, '')).join(', ');
    return `${what} ${place.replace(/S\d\d .+/, 'S')} in ${names}`;
  });
async function reporters(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ process: string }>('select process from open_circuits');
  return rows.map(({ process }) => process.replace(/ on .+/, ''));
}

describe('circuits that are open', () => {
  it('are those that a process reports, until it closes them', async () => {
    let places: readonly string[] = ['paypal'];
    const games = ['82', '82/112', 'of nobody'];
    const reports = reportCircuits(db, ctx.log, 'worker', [
      ['gateway', () => places],
      ['maintenance', () => places.flatMap(() => games)],
    ]);
    const gameId = ctx.catalogue.project('miniflix')?.gameId ?? '';
    games.splice(0, 2, `${gameId}/112`);
    await expect
      .poll(async () => linesOf(await read()))
      .toEqual(['gateway PayPal in worker', 'maintenance Miniflix, S in worker']);
    expect((await read(OF_DR2)).circuits.map(({ place }) => place)).toEqual(['PayPal']);
    places = [];
    await expect.poll(async () => (await read()).circuits).toEqual([]);
    await reports.stop();
  });

  it('from a process that ended are not shown, and the next report removes them', async () => {
    await pool.query(
      `insert into open_circuits (process, what, place, since, seen_at)
        values ('gone', 'gateway', 'payermax', now() - interval '1 hour', now() - interval '2 minutes')`,
    );
    expect((await read()).circuits).toEqual([]);
    const reports = reportCircuits(db, ctx.log, 'worker', [['gateway', () => ['paypal']]]);
    await expect.poll(reporters).toEqual(['worker']);
    await reports.stop();
    expect((await pool.query('select from open_circuits')).rowCount).toBe(0);
  });

  it('open in a process whose game does not answer, and are reported by it', async () => {
    const game = ctx.catalogue.project('miniflix')?.gameAddress;
    if (game === undefined) throw new Error('no game');
    const ask = () => ctx.games.findRole(game, { serverId: '112', cid: '0' });
    for (let n = 0; n < 8; n += 1) await ask();
    await expect.poll(async () => linesOf(await read())).toEqual(['game Miniflix in test']);
  });
});

it('a server is in maintenance by its game, with its mails, or by the catalogue', async () => {
  const order = await bought('112');
  await sendMail(shopAt({ kind: 'maintenance' }), order.deliveryId);
  const { servers } = await read();
  const byGame = servers.find(
    ({ server_id: id, project }) => id === '112' && project.code === 'miniflix',
  );
  expect(byGame).toMatchObject({ in_catalogue: false, mails: 1 });
  expect(byGame?.until).toBeGreaterThan(ctx.clock.nowMs());
  const { projects } = await read();
  const { under_way: goesOn } = projects.find(({ code }) => code === 'miniflix') ?? {};
  expect(goesOn).toEqual({ payments: 0, mails: 1, refunds: 0 });
  expect(servers.some(({ in_catalogue: isListed, mails }) => isListed && mails === 0)).toBe(true);
  expect((await read(OF_DR2)).servers.every(({ project }) => project.code === 'dr2')).toBe(true);
});

it('look-ups that need an image code are shown while the project’s budget is used up', async () => {
  expect((await read()).guarded).toEqual([]);
  await pool.query(
    `insert into rate_counters (key, window_start, calls)
      values ('hour:strangers:miniflix', date_trunc('hour', now(), 'UTC'), 1000000000)`,
  );
  expect((await read()).guarded).toMatchObject([{ project: { code: 'miniflix' }, window: 'hour' }]);
  expect((await read(OF_DR2)).guarded).toEqual([]);
});

describe('a test call', () => {
  const minute = new Date();
  const shopOf = (answer: RoleAnswer): Ctx => ({
    ...ctx,
    config: { ...ctx.config, limitScale: 1 },
    games: { ...ctx.games, findRole: async () => answer },
    // One minute, however long the test takes.
    clock: { ...ctx.clock, real: () => minute },
  });

  it('says in words what the game answered, and how long it took', async () => {
    const { operator } = await person(ctx, 'test-words', ['liveops']);
    const ends = [];
    for (const answer of [
      { kind: 'none' },
      { kind: 'maintenance' },
      { kind: 'silent', why: 'no answer in time' },
    ] as const) {
      const ended = await testCall(shopOf(answer), operator, { project: 'miniflix', what: 'game' });
      ends.push(ended);
    }
    expect(ends).toMatchObject([
      { end: 'answered', sentence: 'The game of Miniflix answers role look-ups.' },
      { end: 'refused', sentence: 'The game of Miniflix answers that it is in maintenance.' },
      {
        end: 'silent',
        sentence: 'The game of Miniflix gave no answer to rely on: no answer in time.',
      },
    ]);
  });

  it('is refused above six a minute of one operator and thirty of all', async () => {
    const shop = shopOf({ kind: 'none' });
    const input = { project: 'miniflix', what: 'game' } as const;
    const ends: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { operator } = await person(ctx, `test-limit-${name}`, ['liveops']);
      for (let n = 0; n < 8; n += 1) {
        const ended = await testCall(shop, operator, input);
        ends.push(ended === null || 'refused' in ended ? 'refused' : ended.end);
      }
    }
    const ofOne = [...Array<string>(6).fill('answered'), 'refused', 'refused'];
    expect(ends.slice(0, 8)).toEqual(ofOne);
    // Three calls of this minute were made by the test before.
    expect(ends.filter((end) => end === 'answered')).toHaveLength(27);
  });

  it('for another project, or for a gateway that the project has not, is missing', async () => {
    const { operator } = await person(ctx, 'test-scope', ['liveops'], OF_DR2);
    const shop = shopOf({ kind: 'none' });
    expect(await testCall(shop, operator, { project: 'miniflix', what: 'game' })).toBeNull();
    expect(await testCall(shop, operator, { project: 'nowhere', what: 'game' })).toBeNull();
  });
});
