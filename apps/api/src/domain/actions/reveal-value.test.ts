import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { eraseCharacter } from '../retention/erase-character.ts';
import { person, type Person } from './testing/steps.ts';
import { revealValue } from './reveal-value.ts';

const { built, pool } = await builtShop(6);
const { ctx } = built;
const because = 'Ticket 48300: which bank?';

async function cardHolder() {
  const made = await wholeCharacter(pool);
  await pool.query(
    `update payment_attempts set card_brand = 'VISA', card_masked = '411111******1111' where id = $1`,
    [made.attemptId],
  );
  return made;
}
type Holder = Awaited<ReturnType<typeof cardHolder>>;

async function reveal(who: Person, { playerId, attemptId }: Holder, changed: object = {}) {
  const input = { id: String(playerId), field: 'card', payment_id: attemptId, because } as const;
  const end = await revealValue(ctx, who, { ...input, ...changed });
  return 'refused' in end ? end.refused.code : end.value;
}

async function entriesOf({ operator }: Person) {
  const { rows } = await pool.query<{ body: { detail: unknown; outcome: string }; text: string }>(
    `select a.body::jsonb as body, r.text from audit a
      left join operator_reasons r on r.id = a.body::jsonb -> 'detail' -> 'reason' ->> 'id'
      where a.action = 'person.reveal' and a.operator = $1 order by a.id`,
    [operator.name],
  );
  return rows;
}

describe('a reveal', () => {
  it('answers the first six digits, and writes field, payment and reason, not the value', async () => {
    const who = await person(ctx, 'Revealer', ['support']);
    const holder = await cardHolder();
    expect(await reveal(who, holder)).toBe('411111');
    const [entry, ...others] = await entriesOf(who);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      text: because,
      body: {
        outcome: 'done',
        permission: 'person.reveal',
        objectId: String(holder.playerId),
        detail: { field: 'card', payment: holder.attemptId },
      },
    });
    expect(JSON.stringify(entry)).not.toContain('411111');
  });

  it('is refused for another character, another project, a link’s session and an erased character', async () => {
    const who = await person(ctx, 'Curious', ['support']);
    const holder = await cardHolder();
    const other = await cardHolder();
    expect(await reveal(who, holder, { payment_id: other.attemptId })).toBe('not_found');
    expect(await reveal(who, holder, { id: '0 or 1=1' })).toBe('not_found');
    const of = (changed: object): Person => ({ ...who, operator: { ...who.operator, ...changed } });
    expect(await reveal(of({ projects: ['dr2'] }), holder)).toBe('not_found');
    expect(await reveal(of({ hasSecondFactor: false }), holder)).toBe('no_second_factor');
    const character = { project: 'miniflix', serverId: '112', cid: holder.cid, because: 'asked' };
    expect(await eraseCharacter(ctx, character)).toMatchObject({ kind: 'done' });
    expect(await reveal(who, holder)).toBe('not_found');
    const outcomes = (await entriesOf(who)).map(({ body }) => body.outcome);
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'refused'));
  });

  it('alarms beyond 20 in an hour, and ends at 60, also when all come at once', async () => {
    const metrics = createMetrics();
    const watched = { ...ctx, metrics, config: { ...ctx.config, limitScale: 0.1 } };
    const who = await person(ctx, 'Collector', ['finance']);
    const { playerId, attemptId } = await cardHolder();
    const ends = await Promise.all(
      Array.from({ length: 8 }, async () =>
        revealValue(watched, who, {
          id: String(playerId),
          field: 'card',
          payment_id: attemptId,
          because,
        }),
      ),
    );
    const late = ends.flatMap((end) => ('refused' in end ? [end.refused] : []));
    expect(late).toHaveLength(2);
    expect(late[0]).toMatchObject({ status: 429, code: 'too_many_reveals' });
    expect(late[0]?.retryAfterS).toBeGreaterThan(3_500);
    const alarms = await metrics.alerts.get();
    expect(alarms.values).toMatchObject([{ labels: { kind: 'reveals_many' }, value: 4 }]);
    // An hour later they count no more.
    const later = { ...watched, clock: { ...ctx.clock, real: () => inAnHour() } };
    const again = await revealValue(later, who, {
      id: String(playerId),
      field: 'card',
      payment_id: attemptId,
      because,
    });
    expect(again).toMatchObject({ value: '411111' });
  });
});

const inAnHour = (): Date => new Date(Date.now() + 3_601_000);
