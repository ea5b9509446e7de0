import { randomBytes, randomUUID } from 'node:crypto';
import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { runService } from '../../operator/service-verbs.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { previewAction } from './pipeline.ts';
import { doStep, person, planFor } from './testing/steps.ts';

const { built, db, pool } = await builtShop(4);
const { ctx } = built;
const liveops = await person(ctx, 'end-liveops', ['liveops']);
const ofDr2 = await person(ctx, 'end-dr2', ['liveops'], { projects: ['dr2'] });
const because = 'a leaked backup';
const newest = async (object: string) => (await listAudit({ db }, { object })).items[0];

describe('logging everybody out', () => {
  const open = async (project: string) => {
    const { rows } = await pool.query<{ token_hash: Buffer }>(
      `with p as (insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
         values ($1, 'S01', $2, '', 'One', 'Leaked', 1, now()) returning id)
       insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
       select $3, id, $1, now(), now() + interval '1 day', now() from p returning token_hash`,
      [project, randomUUID(), randomBytes(32)],
    );
    return rows[0]?.token_hash;
  };
  const isOpen = async (hash: Buffer | undefined) => {
    const text = 'select ended_at is null as open from sessions where token_hash = $1';
    return (await pool.query<{ open: boolean }>(text, [hash])).rows[0]?.open;
  };

  it('ends the sessions of one project, by its operators only, and is in the audit log', async () => {
    const [here, elsewhere] = [await open('miniflix'), await open('dr2')];
    const action: Action = { kind: 'end_sessions', project: 'miniflix', because };
    expect(await previewAction(ctx, ofDr2, { action })).toMatchObject({
      refused: { code: 'not_found' },
    });
    const plan = await planFor(ctx, liveops, action);
    expect(plan.effects[0]).toMatch(/^[1-9][\d,]* sessions? ends? at once\./);
    expect(await isOpen(here), 'a preview changes nothing').toBe(true);
    expect(await doStep(ctx, liveops, action)).toMatchObject({ state: 'done' });
    expect([await isOpen(here), await isOpen(elsewhere)]).toEqual([false, true]);
    expect(await newest('miniflix')).toMatchObject({ action: 'end_sessions', reason: because });
  });

  it('ends those of all projects by one command', async () => {
    const hashes = [await open('miniflix'), await open('dr2')];
    const words = ['log-out', 'all', '--because', 'a leaked backup', '--by', 'Ana'];
    expect(await runService({ db, clock: ctx.clock, randomBytes }, words)).toMatch(
      /sessions end at once/,
    );
    expect(await Promise.all(hashes.map(isOpen))).toEqual([false, false]);
    const entry = await newest('all');
    expect(entry).toMatchObject({ action: 'end_sessions', operator: 'command line (Ana)' });
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });
});
