import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../build-context.ts';
import { readConfig } from '../../config/config.ts';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { statusOf } from '../../operator/reports.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { guardLookup } from './guard-lookups.ts';
import type { LookupCaller } from './lookup-budgets.ts';
import { purgeOldCounters } from './queries.ts';

const { url, db } = await testDatabase('seeded');
let built: BuiltContext;
let ctx: Ctx;
// Half a minute into a minute that no other test uses.
let now = Date.UTC(2026, 10, 22, 12, 0, 30);

beforeAll(async () => {
  // The project's budget is six unknown characters a minute.
  const config = { ...readConfig({ LIMIT_SCALE: '0.01' }), databaseUrl: url };
  built = await buildContext(config, { name: 'test', connections: 4, logTo: 'stderr' });
  ctx = { ...built.ctx, clock: { ...built.ctx.clock, real: () => new Date(now) } };
});
afterAll(() => built?.close());

function project(code: string): Project {
  const found = ctx.catalogue.project(code);
  if (found === null) throw new Error(`no ${code}`);
  return found;
}

const none = async (): Promise<never> => {
  throw new Refusal('NO_SUCH_CHARACTER');
};
const found = async () => 'found';

let nextNetwork = 0;
/** A caller that no other look-up had. */
function anybody(): LookupCaller {
  nextNetwork += 1;
  return { network: `network ${nextNetwork}`, block: `block ${nextNetwork}` };
}

/** Asks for a character; returns the answer, and whether a proof was required. */
async function ask(
  code: string,
  cid: string,
  lookUp: () => Promise<string>,
  from = anybody(),
): Promise<string> {
  let asked = '';
  const prove = async () => {
    asked = ' after an image code';
  };
  const wanted = { server_id: '112', cid };
  const answer = await guardLookup(ctx, project(code), wanted, from, prove, lookUp).catch(
    () => 'none',
  );
  return answer + asked;
}

async function alerts(): Promise<number> {
  const { values } = await ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === 'characters_enumerated')?.value ?? 0;
}

describe('[V06] character enumeration from many addresses', () => {
  it('needs an image code above the project’s budget and alerts an operator once', async () => {
    for (let n = 1; n <= 7; n += 1) {
      // Known and unknown characters reveal equally much.
      const answer = await ask('miniflix', `70000${n}`, n % 2 === 0 ? found : none);
      expect(answer).toBe(n % 2 === 0 ? 'found' : 'none');
    }
    expect(await ask('miniflix', '800001', none)).toBe('none after an image code');
    expect(await ask('miniflix', '800002', found)).toBe('found after an image code');
    expect(await alerts()).toBe(1);
    expect(await statusOf(ctx)).toContain(
      'guarded role look-ups (project): 1\n  miniflix: 1, the oldest for 30 s',
    );
    const metrics = await ctx.metrics.registry.metrics();
    expect(metrics).toContain('webpay_stranger_lookups_total{project="miniflix"} 9');
  });

  it('guards only the enumerated project', async () => {
    expect(await ask('cgg', '70000001', none)).toBe('none');
  });

  it('needs an image code in the next minute too, and none after a quiet minute', async () => {
    now += 60_000;
    expect(await ask('miniflix', '800003', none)).toBe('none after an image code');
    now += 60_000;
    expect(await ask('miniflix', '800004', none)).toBe('none');
  });

  it('does not count known characters, which need an image code while the guard lasts', async () => {
    now += 600_000;
    await db.pool.query(
      `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('miniflix', '112', '900001', '1', 'S', 'N', 1, now())`,
    );
    for (let n = 0; n < 20; n += 1) expect(await ask('miniflix', '900001', found)).toBe('found');
    for (let n = 1; n <= 7; n += 1) await ask('miniflix', `81000${n}`, none);
    expect(await ask('miniflix', '900001', found)).toBe('found after an image code');
  });

  it('does not count look-ups that the game left unanswered', async () => {
    now += 600_000;
    const silent = async (): Promise<never> => {
      throw new Refusal('GATEWAY_SILENT');
    };
    for (let n = 1; n <= 10; n += 1) await ask('miniflix', `82000${n}`, silent);
    expect(await ask('miniflix', '820011', none)).toBe('none');
  });
});

describe('[V06] characters listed slowly (14.15)', () => {
  const HOUR_MS = 3_600_000;
  /** Looks up unknown characters a minute apart, so that no minute's budget is used up. */
  async function list(code: string, count: number, from: () => LookupCaller): Promise<number> {
    let asked = 0;
    for (let n = 0; n < count; n += 1) {
      now += 60_000;
      if ((await ask(code, `9${nextNetwork}${n}`, none, from())).includes('image code')) asked += 1;
    }
    return asked;
  }

  it('need an image code above a network’s hour and day, wherever in its /64', async () => {
    now = Date.UTC(2026, 10, 24);
    const one = anybody();
    // Budgets of a network: ten in an hour, fifty in a day; the one above is counted, the next one asked.
    expect(await list('cgg', 12, () => one)).toBe(1);
    expect(await ask('cgg', '900', found)).toBe('found');
    let asked = 0;
    for (let hour = 1; hour < 6; hour += 1) {
      now = Date.UTC(2026, 10, 24, hour);
      asked += await list('cgg', 10, () => one);
    }
    expect(asked).toBe(11);
    expect(await ask('cgg', '901', found, one)).toBe('found after an image code');
    now = Date.UTC(2026, 10, 25);
    expect(await ask('cgg', '902', found, one)).toBe('found');
  });

  it('need an image code above the budget of a /48 or /24, which alerts once a window', async () => {
    now = Date.UTC(2026, 10, 26);
    const before = await alerts();
    const block = { block: 'block of many' };
    // Thirty in an hour: 31 are free.
    expect(await list('cgg', 33, () => ({ ...anybody(), ...block }))).toBe(2);
    expect(await alerts()).toBe(before + 1);
    expect(await ask('cgg', '903', found)).toBe('found');
  });

  it('need an image code above the hourly budget that a project’s catalogue sets', async () => {
    now = Date.UTC(2026, 10, 27);
    const before = await alerts();
    expect(await list('dr2', 59, anybody)).toBe(0);
    now = Date.UTC(2026, 10, 27, 0, 59, 30);
    for (const cid of ['904', '905']) expect(await ask('dr2', cid, none)).toBe('none');
    expect(await alerts()).toBe(before + 1);
    expect(await ask('dr2', '906', found)).toBe('found after an image code');
    now = Date.UTC(2026, 10, 27, 1, 0, 30);
    expect(await ask('dr2', '907', found)).toBe('found');
  });

  it('count again while they stay unknown', async () => {
    now = Date.UTC(2026, 10, 28);
    const one = anybody();
    for (let n = 0; n < 11; n += 1) {
      now += 60_000;
      expect(await ask('cgg', '908', found, one)).toBe('found');
    }
    expect(await ask('cgg', '908', found, one)).toBe('found after an image code');
  });

  it('are forgotten after two days, and hold no address', async () => {
    now = Date.UTC(2026, 10, 29);
    await ask('cgg', '909', found, { network: '203.0.113.7', block: '203.0.113.0/24' });
    const counters = async () =>
      (await db.pool.query<{ key: string }>('select key from rate_counters')).rows;
    expect((await counters()).filter(({ key }) => key.includes('203.0.113'))).toEqual([]);
    await db.run(purgeOldCounters, { now: new Date(now + 3 * HOUR_MS) });
    const days = (await counters()).map(({ key }) => key.split(':', 1)[0]);
    expect(new Set(days)).toEqual(new Set(['day']));
    await db.run(purgeOldCounters, { now: new Date(now + 49 * HOUR_MS) });
    expect(await counters()).toEqual([]);
  });
});
