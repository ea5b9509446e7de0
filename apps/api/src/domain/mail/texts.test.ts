import { LANGUAGES } from '@webpay/contract/languages';
import { expect, it } from 'vitest';
import { mailTexts } from './texts.ts';

const slotsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

it.each(LANGUAGES)(
  '[S06, F15] the purchase mail in %s names the player, the goods and the order',
  (lang) => {
    const { title, body } = mailTexts(lang).purchase;
    expect(body.match(/\{\w+\}/g)?.toSorted()).toEqual(['{goods}', '{name}', '{order}']);
    expect(title.length).toBeLessThanOrEqual(60);
    if (lang !== 'en') expect(title).not.toBe(mailTexts('en').purchase.title);
  },
);

it.each(LANGUAGES)(
  '[F09] [F11] [F15] the event mails in %s name the player, the goods and the event',
  (lang) => {
    const { reward, starts_soon, started, ends_soon } = mailTexts(lang);
    expect(slotsOf(reward.title)).toEqual([]);
    expect(slotsOf(reward.body)).toEqual(['{event}', '{goods}', '{name}']);
    for (const [moment, { title, body }] of Object.entries({ starts_soon, started, ends_soon })) {
      expect(slotsOf(title)).toEqual(['{event}']);
      const when = moment === 'started' ? [] : ['{time}'];
      expect(slotsOf(body)).toEqual(['{event}', '{name}', ...when]);
      expect(title.length).toBeLessThanOrEqual(60);
    }
  },
);

it.each(LANGUAGES)(
  '[S06] the reminder of a payment in %s names the player, the order and the end',
  (lang) => {
    const { title, body } = mailTexts(lang).pay_soon;
    expect(slotsOf(title)).toEqual([]);
    expect(body.match(/\{\w+\}/g)?.toSorted()).toEqual(['{name}', '{order}', '{time}']);
    expect(title.length).toBeLessThanOrEqual(60);
    if (lang !== 'en') expect(title).not.toBe(mailTexts('en').pay_soon.title);
  },
);

it('[S06] mails in an unsupported language are English', () => {
  expect(mailTexts('klingon')).toEqual(mailTexts('en'));
});
