import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../build-context.ts';
import { readConfig } from '../../config/config.ts';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { statusOf } from '../../operator/reports.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { guardLookup } from './guard-lookups.ts';

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

/** Asks for a character; returns the answer, and whether a proof was required. */
async function ask(code: string, cid: string, lookUp: () => Promise<string>): Promise<string> {
  let asked = '';
  const prove = async () => {
    asked = ' after an image code';
  };
  const wanted = { server_id: '112', cid };
  const answer = await guardLookup(ctx, project(code), wanted, prove, lookUp).catch(() => 'none');
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
