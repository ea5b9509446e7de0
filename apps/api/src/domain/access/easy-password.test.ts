import { readFileSync } from 'node:fs';
import { brokenPasswordRule } from '@webpay/contract/password-rules';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { ownWords, refuseCommon, refuseOwnWords } from './easy-password.ts';

function isRefused(refuse: () => void): boolean {
  try {
    refuse();
    return false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error).toMatchObject({ code: 20014, detail: { rule: 'too_easy' } });
    return true;
  }
}

describe('[F13] [V01] a password that many others have', () => {
  it.each([
    ['abc123', true],
    ['ABC123', true],
    ['ＡＢＣ１２３', true],
    ['Passw0rd', true],
    ['1qaz2wsx', true],
    ['abc123x', false],
    ['dawn77', false],
  ])('%j: %j', (password, refused) => {
    expect(isRefused(() => refuseCommon(password))).toBe(refused);
  });

  it('stands in a list of 5,000 that the other rules let pass', () => {
    const file = new URL('common-passwords.txt', import.meta.url);
    const listed = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(new Set(listed).size).toBe(5_000);
    const useless = listed.filter(
      (each) => brokenPasswordRule(each) !== null || each !== each.normalize('NFKC').toLowerCase(),
    );
    expect(useless).toEqual([]);
  });
});

describe('[F13] [V01] a password made of the character’s own words', () => {
  const texts = (en: string, zh: string) => ({ en, zh });
  const server = { project: 'p', server_id: '112', pr_id: 'eu', state: 'open' as const };
  const project = {
    code: 'poi_mbo',
    name: texts('Pirates of Ice', '冰海盗团'),
    servers: new Map([['112', { ...server, name: texts('Dawn Harbour', '黎明港口') }]]),
  };
  const words = ownWords(project, { cid: '12345678', name: 'Łucja X.', server_id: '112' });

  it.each([
    ['12345678a', true],
    ['a-12345678', true],
    ['łucjax1', true],
    ['ŁUCJA_X_2019', true],
    ['1łucjax1łucjax', true],
    ['poi-mbo!', true],
    ['poimbo12345', true],
    ['poimbo123456', false],
    ['PiratesOfIce1', true],
    ['冰海盗团2026', true],
    ['dawnharbour7', true],
    ['黎明港口!1', true],
    ['112!abc', true],
    ['112-abcdef', false],
    ['1234567a', false],
    ['lucja2019!', false],
    ['dawn77', false],
  ])('%j: %j', (password, refused) => {
    expect(isRefused(() => refuseOwnWords(password, words))).toBe(refused);
  });

  it('is another of a name too short to tell', () => {
    const short = ownWords(project, { cid: '12345678', name: 'Xi', server_id: 'gone' });
    expect(isRefused(() => refuseOwnWords('xi-1234', short))).toBe(false);
  });
});
