import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { MARK, wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { askFor, confirmAs, person, planFor, type Person } from '../actions/testing/steps.ts';
import { previewAction } from '../actions/pipeline.ts';
import { CHARACTER_TABLES } from '../retention/character-tables.ts';
import { eraseCharacter } from '../retention/erase-character.ts';
import { personFile } from './person-file.ts';

const { built, pool } = await builtShop(8);
const ctx = { ...built.ctx, config: { ...built.ctx.config, consoleConfirmAgeHours: 0 } };
const chief = await person(ctx, 'Export chief', ['admin']);
const second = await person(ctx, 'Export second', ['admin']);
const because = 'Asked for by letter, ticket 77.';

async function exportable() {
  const whole = await wholeCharacter(pool);
  const action = { kind: 'export_person', player_id: String(whole.playerId), because } as const;
  return { ...whole, action };
}

async function endOf(who: Person, id: string, later = 0): Promise<string> {
  const real = () => new Date(Date.now() + later);
  const file = await personFile({ ...ctx, clock: { ...ctx.clock, real } }, who, { id });
  return 'refused' in file ? file.refused.code : file.name;
}

const entry = v.object({ outcome: v.string(), operator: v.string(), detail: v.unknown() });
async function downloads(id: string) {
  const { rows } = await pool.query<{ body: unknown }>(
    `select body::jsonb as body from audit where action = 'person.download'
      and body::jsonb -> 'detail' ->> 'approval' = $1 order by id`,
    [id],
  );
  return rows.map(({ body }) => v.parse(entry, body));
}

describe('the export of a person', () => {
  it('waits for a second admin, then gives its asker one file with a row of every table', async () => {
    const { action, playerId } = await exportable();
    const plan = await planFor(ctx, chief, action);
    expect(plan).toMatchObject({ possible: true, needs: { step_up: true } });
    const id = await askFor(ctx, chief, action);
    expect(await endOf(chief, id)).toBe('not_confirmed');
    expect(await confirmAs(ctx, chief, id)).toBe('own_step');
    expect(await confirmAs(ctx, second, id)).toBe('done');
    const file = await personFile(ctx, chief, { id });
    if ('refused' in file) throw new Error(file.refused.code);
    const [head, ...rows] = file.text.trimEnd().split('\n');
    expect(JSON.parse(head ?? '')).toMatchObject({ project: 'miniflix' });
    const read = rows.map((line) =>
      v.parse(v.object({ table: v.string(), row: v.unknown() }), JSON.parse(line)),
    );
    const tables = new Set(read.map(({ table }) => table));
    expect(Object.keys(CHARACTER_TABLES).filter((table) => !tables.has(table))).toEqual([]);
    expect(read.find(({ table }) => table === 'players')?.row).toMatchObject({
      id: playerId,
      name: MARK,
    });
    expect(file.text).not.toMatch(/argon2|secret/);
    const sha256 = createHash('sha256').update(file.text).digest('hex');
    expect(file).toMatchObject({ sha256, lines: rows.length + 1 });
    expect((await downloads(id)).at(-1)).toMatchObject({
      outcome: 'done',
      operator: chief.operator.name,
      detail: { sha256, lines: file.lines },
    });
  });

  it('is refused to another person, after four hours, and once the character is erased', async () => {
    const { action, cid } = await exportable();
    const id = await askFor(ctx, chief, action);
    expect(await confirmAs(ctx, second, id)).toBe('done');
    expect(await endOf(second, id)).toBe('not_your_export');
    const byLink = { ...chief, operator: { ...chief.operator, hasSecondFactor: false } };
    expect(await endOf(byLink, id)).toBe('no_second_factor');
    const elsewhere = { ...chief, operator: { ...chief.operator, projects: ['dr2'] } };
    expect(await endOf(elsewhere, id)).toBe('not_found');
    expect(await endOf(chief, id, 4 * 3_600_000 + 60_000)).toBe('export_ended');
    expect(await endOf(chief, id)).toMatch(/^player_\d+\.jsonl$/);
    const character = { project: 'miniflix', serverId: '112', cid, because };
    expect(await eraseCharacter(ctx, character)).toMatchObject({ kind: 'done' });
    expect(await endOf(chief, id)).toBe('export_ended');
    const outcomes = (await downloads(id)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'done', 'refused']);
  });

  it('is no right of other roles, nor of another kind of step, and two people confirm it once', async () => {
    const { action, playerId } = await exportable();
    for (const role of ['support', 'liveops', 'finance', 'auditor'] as const) {
      const other = await person(ctx, `Export ${role}`, [role]);
      const answer = await previewAction(ctx, other, { action });
      expect(answer).toMatchObject({
        refused: { code: 'not_permitted', permission: 'person.export' },
      });
    }
    const third = await person(ctx, 'Export third', ['admin']);
    const id = await askFor(ctx, chief, action);
    const ends = await Promise.all([second, third].map((who) => confirmAs(ctx, who, id)));
    expect(ends.toSorted()).toEqual(['approval_decided', 'done']);
    const removal = { kind: 'remove_operator', operator_id: third.operator.id, because } as const;
    expect(await endOf(chief, await askFor(ctx, chief, removal))).toBe('not_found');
    expect(await endOf(chief, String(playerId))).toBe('not_found');
  });
});
