import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { MARK, wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { eraseCharacter } from '../retention/erase-character.ts';
import { previewAction } from './pipeline.ts';
import { askFor, confirmAs, doStep, everyRow, person, planFor } from './testing/steps.ts';

const { built, pool } = await builtShop(8);
const ctx = { ...built.ctx, config: { ...built.ctx.config, consoleConfirmAgeHours: 0 } };
const chief = await person(ctx, 'Erase chief', ['admin']);
const second = await person(ctx, 'Erase second', ['admin']);
const third = await person(ctx, 'Erase third', ['admin']);
const because = 'Asked for by letter, ticket 78.';

/** @param name its own, so that tests do not mention each other's characters */
async function erasable(name: string) {
  const whole = await wholeCharacter(pool);
  await pool.query(`update players set name = $2 where id = $1`, [whole.playerId, name]);
  const action = { kind: 'erase_person', player_id: String(whole.playerId), because } as const;
  return { ...whole, action };
}

async function messageOf(playerId: number): Promise<string> {
  const { rows } = await pool.query<{ body: string }>(
    `select convert_from(body, 'UTF8') as body from gateway_inbox where event_key = 'K-' || $1::text`,
    [playerId],
  );
  return rows[0]?.body ?? 'no message';
}

async function isErased(playerId: number): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from erasures where player_id = $1`, [playerId]);
  return rows.length > 0;
}

describe('the erasure of a person', () => {
  it('changes nothing before the second yes, then leaves no row with the name or the ID', async () => {
    const { action, playerId, cid } = await erasable(MARK);
    const before = await everyRow(pool);
    const plan = await planFor(ctx, chief, action);
    expect(await everyRow(pool)).toEqual(before);
    expect(plan).toMatchObject({
      possible: true,
      title: 'Erase its data',
      needs: { step_up: true },
    });
    const effects = plan.effects.join('\n');
    expect(effects).toMatch(/Deleted: .*operator notes/);
    expect(effects).toMatch(
      /Kept, because it names no character and proves money: .*ledger entries/,
    );
    const id = await askFor(ctx, chief, action);
    expect(await messageOf(playerId)).toContain(MARK);
    expect(await isErased(playerId)).toBe(false);
    expect(await confirmAs(ctx, chief, id)).toBe('own_step');
    expect(await confirmAs(ctx, second, id)).toBe('done');
    expect(await isErased(playerId)).toBe(true);
    expect(await messageOf(playerId)).toBe('');
    const left = [...(await everyRow(pool))].flatMap(([table, rows]) =>
      rows
        .filter((row) => row.includes(cid) || row.includes(MARK))
        .map((row) => `${table}: ${row}`),
    );
    expect(left).toEqual([]);
    const { rows } = await pool.query<{ detail: object; operator: string }>(
      `select operator, body::jsonb -> 'detail' as detail from audit where action = 'erase_person' and object_id = $1`,
      [String(playerId)],
    );
    expect(rows).toMatchObject([
      { operator: second.operator.name, detail: { asked_by: chief.operator.name, approval: id } },
    ]);
    expect(await previewAction(ctx, chief, { action })).toMatchObject({
      refused: { code: 'not_found' },
    });
  });

  it('says what it waits for: an order under way, also one of after the asking, and a flag', async () => {
    const { action, playerId, orderId } = await erasable('Waits A Bit');
    const id = await askFor(ctx, chief, action);
    const { orderId: other } = await paidOrder(pool);
    await pool.query(`update orders set player_id = $1, state = 'open' where id = $2`, [
      playerId,
      other,
    ]);
    const plan = await planFor(ctx, chief, action);
    expect(plan).toMatchObject({ possible: false });
    expect(plan.why).toMatch(/It waits for: .*1 unpaid orders/);
    expect(await confirmAs(ctx, second, id)).toBe('erase_waits');
    expect(await messageOf(playerId)).toContain(orderId);
    const flagged = await erasable('Flagged One');
    await pool.query(`update players set flagged_at = now() where id = $1`, [flagged.playerId]);
    expect((await planFor(ctx, chief, flagged.action)).why).toContain('The player is flagged');
  });

  it('shows notes and reasons about others that name it, and is asked for again after a new one', async () => {
    const { action, playerId } = await erasable('Ottilie Zwirn');
    const other = await erasable('Somebody Else');
    const note = (text: string) =>
      doStep(ctx, chief, {
        kind: 'add_note',
        object: 'player',
        object_id: String(other.playerId),
        text,
      });
    expect(await note('Shares its card with OTTILIE zwirn.')).toMatchObject({ state: 'done' });
    expect(await note('Nothing of the kind.')).toMatchObject({ state: 'done' });
    await pool.query(
      `with other as (
          insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
            values ('dr2', '112', '7', '1', 'x', 'Far', 1, now()) returning id)
        insert into operator_notes (id, player_id, project, operator_id, operator, text, at)
          select 'far', id, 'dr2', 'o', 'ben', 'A secret of dr2 and Ottilie Zwirn.', now() from other`,
    );
    const { effects } = await planFor(ctx, chief, action);
    expect(effects.join(' ')).not.toContain('secret of dr2');
    const named = effects.filter((effect) => /names? it/.test(effect));
    expect(named).toEqual([
      `A note of Erase chief about player ${other.playerId} names it, and stays: “Shares its card with OTTILIE zwirn.”.`,
      'Notes and reasons outside of its project that name it, and stay: 1.',
    ]);
    const id = await askFor(ctx, chief, action);
    const flag = { kind: 'set_flag', player_id: String(other.playerId) } as const;
    await doStep(ctx, chief, { ...flag, because: 'Plays for Ottilie Zwirn, it seems.' });
    expect(await confirmAs(ctx, second, id)).toBe('plan_changed');
    expect(await isErased(playerId)).toBe(false);
    expect(await messageOf(playerId)).not.toBe('');
    expect(await confirmAs(ctx, second, await askFor(ctx, chief, action))).toBe('done');
  });

  it('is done once when two people say yes at once, and not after the command', async () => {
    const { action, playerId } = await erasable('Twice Confirmed');
    const id = await askFor(ctx, chief, action);
    const ends = await Promise.all([second, third].map((who) => confirmAs(ctx, who, id)));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(await isErased(playerId)).toBe(true);
    const late = await erasable('By Command');
    const waiting = await askFor(ctx, chief, late.action);
    const character = { project: 'miniflix', serverId: '112', cid: late.cid, because };
    expect(await eraseCharacter(ctx, character)).toMatchObject({ kind: 'done' });
    expect(await confirmAs(ctx, second, waiting)).toBe('approval_decided');
  });

  it.each(['support', 'liveops', 'finance', 'auditor'] as const)(
    'is no right of %s',
    async (role) => {
      const { action } = await erasable(`Not For ${role}`);
      const other = await person(ctx, `Erase ${role}`, [role]);
      expect(await previewAction(ctx, other, { action })).toMatchObject({
        refused: { code: 'not_permitted', permission: 'person.erase' },
      });
    },
  );
});
