import { expect, it } from 'vitest';
import { createKeeper, type UserInfo } from './storage.ts';

const user: UserInfo = {
  user_token: 'T',
  has_pwd: false,
  role: { pr_id: 'eu', server_id: 's1', server_name: 'S1', cid: '123', name: 'Nova', level: 9 },
};

function area(limit = Number.POSITIVE_INFINITY) {
  const rows = new Map<string, string>();
  return {
    rows,
    get length() {
      return rows.size;
    },
    key: (index: number) => [...rows.keys()][index] ?? null,
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (rows.size >= limit) throw new DOMException('full', 'QuotaExceededError');
      rows.set(key, value);
    },
    removeItem: (key: string) => void rows.delete(key),
  };
}

const forbidden = () => {
  throw new DOMException('no', 'SecurityError');
};

it('[S12] keeps one user a project', () => {
  const local = area();
  const keeper = createKeeper({ local: () => local, session: () => area() });
  keeper.write('user', user, 'miniflix');
  expect(keeper.read('user', 'miniflix')).toEqual(user);
  expect(keeper.read('user', 'dr2')).toBeNull();
  expect([...local.rows.keys()]).toEqual(['webpay:user:miniflix']);
});

it.each<[string, () => ReturnType<typeof area>]>([
  ['forbidden', forbidden],
  ['full', () => area(0)],
])('[A13] a %s storage keeps values until the page is left', (_what, local) => {
  const keeper = createKeeper({ local, session: local });
  keeper.write('user', user, 'miniflix');
  expect(keeper.read('user', 'miniflix')).toEqual(user);
  keeper.forget('user', 'miniflix');
  expect(keeper.read('user', 'miniflix')).toBeNull();
});

it('[A13] a storage that fills up forgets nothing that is newer', () => {
  const local = area(1);
  const keeper = createKeeper({ local: () => local, session: () => local });
  keeper.write('country', 'DE', 'miniflix');
  keeper.write('lang', 'de', 'miniflix');
  keeper.write('lang', 'fr', 'miniflix');
  expect(keeper.read('country', 'miniflix')).toBe('DE');
  expect(keeper.read('lang', 'miniflix')).toBe('fr');
});

it('[A13] what somebody scribbled into it reads as nothing', () => {
  const local = area();
  local.rows.set('webpay:user:miniflix', '{oops');
  expect(
    createKeeper({ local: () => local, session: () => local }).read('user', 'miniflix'),
  ).toBeNull();
});

it('[S07] the end of a session leaves choices alone', () => {
  const local = area();
  const session = area();
  const keeper = createKeeper({ local: () => local, session: () => session });
  keeper.write('user', user, 'miniflix');
  keeper.write('lang', 'de', 'miniflix');
  keeper.write('noPopup', true, 'miniflix');
  keeper.clearSession('miniflix');
  expect([...local.rows.keys(), ...session.rows.keys()]).toEqual(['webpay:lang:miniflix']);
});

it('[S07, S12] who logs out leaves choices, and nothing of the character', () => {
  const local = area();
  const session = area();
  const keeper = createKeeper({ local: () => local, session: () => session });
  keeper.write('user', user, 'miniflix');
  keeper.write('lastCharacter', user.role, 'miniflix');
  keeper.write('lastPurchase', { product_id: 'gem', pay_id: 'card' }, 'miniflix');
  keeper.write('requestDrafts', { o1: { right: 'refund', text: 'please' } }, 'miniflix');
  keeper.write('country', 'DE', 'miniflix');
  keeper.write('consent', { yes: true, at: 1 }, 'miniflix');
  keeper.write('user', user, 'dr2');
  keeper.clearCharacter('miniflix');
  expect([...local.rows.keys(), ...session.rows.keys()]).toEqual([
    'webpay:country:miniflix',
    'webpay:consent:miniflix',
    'webpay:user:dr2',
  ]);
});

it('[S12] knows what another tab has changed, also where that was everything', () => {
  const keeper = createKeeper({ local: () => area(), session: () => area() });
  expect(keeper.isChanged('webpay:user:miniflix', 'user', 'miniflix')).toBe(true);
  expect(keeper.isChanged('webpay:user:dr2', 'user', 'miniflix')).toBe(false);
  expect(keeper.isChanged(null, 'user', 'miniflix')).toBe(true);
});

it('[S05] tells which projects hold a choice, where the browser lets it', () => {
  const local = area();
  const keeper = createKeeper({ local: () => local, session: () => area() });
  keeper.write('lang', 'de', 'miniflix');
  keeper.write('lang', 'zh', 'vp_mbo');
  keeper.write('country', 'DE', 'dr2');
  expect(keeper.projectsWith('lang')).toEqual(['miniflix', 'vp_mbo']);
  expect(createKeeper({ local: forbidden, session: forbidden }).projectsWith('lang')).toEqual([]);
});
