import { describe, expect, it } from 'vitest';
import { promoOf, withNews } from './news.ts';

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
  notice: null,
  remind: false,
});

describe('[F11] the events of shelf and home', () => {
  const shelf = [activity('bargain'), activity('card')];

  it('are those of the shelf until more is known of them', () => {
    expect(withNews(shelf, undefined)).toEqual(shelf);
    expect(promoOf(withNews(shelf, undefined))?.id).toBe('bargain');
  });

  it('keep their order when their badges come, and those to begin stand behind them', () => {
    const news = [entry('soon', false), entry('card', true), entry('bargain', false)];
    const events = withNews(shelf, news);
    expect(events.map(({ id, badge }) => [id, badge])).toEqual([
      ['bargain', false],
      ['card', true],
      ['soon', false],
    ]);
    expect(promoOf(events)?.id).toBe('card');
  });

  it('stay when the list of news does not name them any more', () => {
    expect(withNews(shelf, []).map(({ id }) => id)).toEqual(['bargain', 'card']);
    expect(promoOf([])).toBeUndefined();
  });
});
