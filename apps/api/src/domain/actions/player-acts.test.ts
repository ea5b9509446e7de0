import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { doStep, planFor } from './testing/steps.ts';
import { because, workShop } from './testing/work.ts';

const { ctx, support, colleague, liveops, stranger, waiting, playerOf, endOf } = await workShop();

describe('a character', () => {
  const step = (
    kind: 'set_flag' | 'clear_flag' | 'end_pause' | 'log_out',
    playerId: string,
  ): Action => ({ kind, player_id: playerId, because });

  it('is stopped, let go, forgiven and logged out, each once where it matters', async () => {
    const id = await playerOf(await waiting());
    expect(await endOf(support, step('clear_flag', id))).toBe('not_flagged');
    expect(await endOf(support, step('set_flag', id))).toBe('done');
    expect(await endOf(support, step('set_flag', id))).toBe('flagged_already');
    expect(await endOf(support, step('clear_flag', id))).toBe('done');
    expect(await endOf(support, step('end_pause', id))).toBe('done');
    expect(await endOf(support, step('log_out', id))).toBe('done');
  });

  it.each(['set_flag', 'clear_flag', 'end_pause', 'log_out'] as const)(
    'one of another project, or unknown, answers %s like a missing one',
    async (kind) => {
      const id = await playerOf(await waiting());
      expect(await endOf(stranger, step(kind, id))).toBe('not_found');
      expect(await endOf(support, step(kind, 'x'))).toBe('not_found');
      expect(await endOf(liveops, step(kind, id))).toBe('not_permitted');
    },
  );

  it('one of two operators who stop it at once is told that it is stopped', async () => {
    const id = await playerOf(await waiting());
    const action = step('set_flag', id);
    const { plan_hash } = await planFor(ctx, support, action);
    const ends = await Promise.all(
      [support, colleague].map((who) => doStep(ctx, who, action, { plan_hash, step_up: null })),
    );
    const states = ends.map((end) => ('refused' in end ? end.refused.code : end.state)).toSorted();
    expect(states).toEqual(['done', 'flagged_already']);
  });
});
