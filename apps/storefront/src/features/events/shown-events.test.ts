import { describe, expect, it } from 'vitest';
import { promoOf, rewardEventOf, withPlayerState } from './shown-events.tsx';

const activity = (id: string) => ({
  id,
  kind: 'cumulation' as const,
  title: id,
  tagline: '',
  banner: '',
  starts_at: 0,
  ends_at: 1,
  path: `/miniflix/${id}`,
});
const entry = (id: string, badge: boolean) => ({
  ...activity(id),
  badge,
  ready: badge ? 1 : 0,
  notice: null,
  remind: false,
});

describe('[F11] events on the goods list and home', () => {
  const activities = [activity('bargain'), activity('card')];

  it('come from the goods list until the player state is known', () => {
    expect(withPlayerState(activities, undefined)).toEqual(activities);
    expect(promoOf(withPlayerState(activities, undefined))?.id).toBe('bargain');
  });

  it('keep their order when badges arrive, with upcoming events at the end', () => {
    const entries = [entry('soon', false), entry('card', true), entry('bargain', false)];
    const events = withPlayerState(activities, entries);
    expect(events.map(({ id, badge }) => [id, badge])).toEqual([
      ['bargain', false],
      ['card', true],
      ['soon', false],
    ]);
    expect(promoOf(events)?.id).toBe('card');
  });

  it('remain when the player state no longer names them', () => {
    expect(withPlayerState(activities, []).map(({ id }) => id)).toEqual(['bargain', 'card']);
    expect(promoOf([])).toBeUndefined();
  });
});

it('[F09] the event of the next reward is the running cumulation', () => {
  const card = { ...activity('card'), kind: 'card' as const };
  const later = entry('later', false);
  const events = withPlayerState([card, activity('now')], [later]);
  expect(rewardEventOf(events)?.id).toBe('now');
  expect(rewardEventOf(withPlayerState([card], [later]))).toBeUndefined();
});
