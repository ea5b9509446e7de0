import { describe, expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';
import { formatCountry, formatDate, formatMoney, formatNumber } from './format.ts';
import type { Lang } from './languages.ts';

/** Replaces Intl's special spaces by plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u200f]/gu, ' ');

describe('money', () => {
  it.each([
    ['13.99', 'EUR', 'en', '€13.99'],
    ['13.99', 'EUR', 'de', '13,99 €'],
    ['4.99', 'USD', 'en', '$4.99'],
    ['1500', 'JPY', 'en', '¥1,500'],
    ['14000', 'KRW', 'ko', '₩14,000'],
    ['1.250', 'KWD', 'en', 'KWD 1.250'],
    ['30.00', 'TWD', 'tw', '$30'],
    ['30.50', 'TWD', 'tw', '$30.50'],
    ['2820.00', 'TWD', 'en', 'NT$2,820'],
    ['16000.00', 'IDR', 'id', 'Rp 16.000'],
    ['390.00', 'HUF', 'de', '390 HUF'],
    ['89.00', 'INR', 'ta', '₹89'],
    ['30.00', 'CNY', 'zh', '¥30.00'],
    ['5.00', 'GBP', 'fr', '5,00 £GB'],
  ] as const)('%s %s in %s reads %s', (amount, currency, lang, expected) => {
    expect(plain(formatMoney({ amount, currency }, lang))).toBe(expected);
  });

  it('shows exactly the given digits, whatever the browser’s currency data', () => {
    expect(formatMoney({ amount: '0.500', currency: 'KWD' }, 'en')).toContain('0.500');
    expect(formatMoney({ amount: '100', currency: 'JPY' }, 'en')).not.toContain('.');
  });
});

it('formats numbers, countries and dates by locale', () => {
  expect(formatNumber(1280, 'en')).toBe('1,280');
  expect(formatNumber(1280, 'de')).toBe('1.280');
  expect(formatCountry('DE', 'zh')).toBe('德国');
  expect(formatCountry('DE', 'en')).toBe('Germany');
  const moment = Date.UTC(2025, 10, 21, 14, 2);
  expect(plain(formatDate(moment, 'en', 'dateTime', 'UTC'))).toBe('Nov 21, 2025, 2:02 PM');
  expect(formatDate(moment, 'zh', 'date', 'UTC')).toBe('2025年11月21日');
  expect(formatDate(moment, 'de', 'day', 'UTC')).toBe('21. Nov.');
});

describe('durations', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;
  it.each([
    [3 * day + 14 * hour + 22 * minute, 'en', 'long', '3 days 14 hours'],
    [3 * day + 14 * hour, 'en', 'narrow', '3d 14h'],
    [3 * day + 14 * hour, 'zh', 'long', '3天14小时'],
    [3 * day + 14 * hour, 'de', 'long', '3 Tagen 14 Stunden'],
    [3 * day + 14 * hour, 'de', 'narrow', '3 Tg. 14 Std.'],
    [3 * day + 14 * hour, 'zh', 'narrow', '3天14小时'],
    [3 * day + 14 * hour, 'tw', 'narrow', '3 天 14 小時'],
    [3 * day + 14 * hour, 'ko', 'narrow', '3일 14시간'],
    [3 * day + 14 * hour, 'ta', 'narrow', '3 நாட்கள் 14 மணிநேரம்'],
    [3 * day + 14 * hour, 'ta', 'long', '3 நாட்கள் 14 மணிநேரம்'],
    [3 * day + 14 * hour, 'te', 'narrow', '3 రోజులు 14 గం.'],
    [3 * day + 14 * hour, 'ru', 'narrow', '3 дн. 14 ч'],
    [3 * day + 14 * hour, 'fr', 'narrow', '3 j 14 h'],
    [3 * day + 14 * hour, 'pl', 'narrow', '3 dni 14 godz.'],
    [3 * day + 14 * hour, 'ro', 'narrow', '3 zile 14 ore'],
    [3 * day + 14 * hour, 'tr', 'narrow', '3 gün 14 sa.'],
    [3 * day + 14 * hour, 'it', 'narrow', '3gg 14h'],
    [3 * day + 14 * hour, 'es', 'narrow', '3 d 14 h'],
    [3 * day + 14 * hour, 'pt', 'narrow', '3 dias 14 h'],
    [3 * day + 14 * hour, 'sv', 'narrow', '3 d 14 tim'],
    [3 * day + 14 * hour, 'sv', 'long', '3 dygn 14 timmar'],
    [3 * day + 14 * hour, 'vi', 'long', '3 ngày 14 giờ'],
    [3 * day + 14 * hour, 'th', 'narrow', '3 วัน 14 ชม.'],
    [3 * day + 14 * hour, 'th', 'long', '3 วัน 14 ชั่วโมง'],
    [3 * day + 14 * hour, 'tl', 'narrow', '3 araw 14 na oras'],
    [3 * day + 14 * hour, 'ms', 'narrow', '3 hari 14 jam'],
    [3 * day + 14 * hour, 'id', 'narrow', '3 hari 14 jam'],
    [day, 'de', 'long', '1 Tag'],
    [3 * day, 'en', 'long', '3 days'],
    [hour + 5 * minute, 'en', 'long', '1 hour 5 minutes'],
    [24 * minute + 31_000, 'en', 'long', '24 minutes'],
    [31_000, 'en', 'long', '31 seconds'],
    [0, 'en', 'long', '0 seconds'],
    [-5, 'en', 'long', '0 seconds'],
  ] as const)('%d ms in %s, %s', (ms, lang: Lang, display, expected) => {
    expect(plain(formatDuration(ms, lang, display))).toBe(expected);
  });

  it('has a short form for one unit', () => {
    expect(formatDuration(3 * day, 'en', 'narrow')).toBe('3d');
    expect(formatDuration(3 * day, 'zh', 'narrow')).toBe('3天');
  });
});
