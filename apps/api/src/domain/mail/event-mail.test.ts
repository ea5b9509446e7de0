import { LANGUAGES } from '@webpay/contract/languages';
import { describe, expect, it } from 'vitest';
import { eventMail } from './write-mail.ts';

const PROJECT = { lang_default: 'en' } as const;
const ENDS_AT = Date.parse('2026-11-24T18:00:00Z');

const reminder = (lang: string, mail: { text: 'starts_soon' | 'ends_soon'; at?: number }) =>
  eventMail(
    {
      id: 'R1',
      lang,
      mail: { ...mail, event: { en: 'Festival' } },
      items: [],
      recipient: { server_id: '1', cid: '1', name: 'Ada' },
    },
    PROJECT,
  ).body;

describe('[F11] a reminder mail', () => {
  it.each([
    ['en', 'Nov 24, 2026, 6:00 PM UTC'],
    ['de', '24.11.2026, 18:00 UTC'],
    ['vi', '18:00 UTC 24 thg 11, 2026'],
    ['klingon', 'Nov 24, 2026, 6:00 PM UTC'],
  ])('in %s shows the time and its zone', (lang, time) => {
    for (const text of ['starts_soon', 'ends_soon'] as const) {
      const body = reminder(lang, { text, at: ENDS_AT });
      // Kinds of space differ between versions of ICU's data.
      expect(body.replaceAll(/\s/g, ' ')).toContain(`(${time})`);
    }
  });

  it.each(LANGUAGES)('without a time leaves no gap in %s', (lang) => {
    expect(reminder(lang, { text: 'ends_soon' })).not.toMatch(/[{}()（）]/);
    expect(reminder(lang, { text: 'ends_soon', at: ENDS_AT })).toMatch(/[(（].* UTC.*[)）]/);
  });
});
