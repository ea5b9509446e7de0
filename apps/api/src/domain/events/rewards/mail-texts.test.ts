import { LANGUAGES } from '@webpay/contract/languages';
import { expect, it } from 'vitest';
import { rewardTexts } from './mail-texts.ts';

const slotsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

it.each(LANGUAGES)(
  '[F09] [F11] [F15] the mails of events in %s name who, what and where from',
  (lang) => {
    const { reward, ...reminders } = rewardTexts(lang);
    expect(slotsOf(reward.title)).toEqual([]);
    expect(slotsOf(reward.body)).toEqual(['{event}', '{goods}', '{name}']);
    for (const [moment, { title, body }] of Object.entries(reminders)) {
      expect(slotsOf(title)).toEqual(['{event}']);
      const when = moment === 'started' ? [] : ['{time}'];
      expect(slotsOf(body)).toEqual(['{event}', '{name}', ...when]);
      expect(title.length).toBeLessThanOrEqual(60);
    }
  },
);
