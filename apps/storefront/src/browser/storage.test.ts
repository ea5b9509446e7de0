import { expect, it } from 'vitest';
import { createStorage, type StoredName, type UserInfo } from './storage.ts';

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

it('[S12] stores one user for each project', () => {
  const local = area();
  const storage = createStorage({ local: () => local, session: () => area() });
  storage.write('user', user, 'miniflix');
  expect(storage.read('user', 'miniflix')).toEqual(user);
  expect(storage.read('user', 'dr2')).toBeNull();
  expect([...local.rows.keys()]).toEqual(['webpay:user:miniflix']);
});

it.each<[string, () => ReturnType<typeof area>]>([
  ['forbidden', forbidden],
  ['full', () => area(0)],
])('[A13] keeps values of a %s storage until the page is left', (_what, local) => {
  const storage = createStorage({ local, session: local });
  storage.write('user', user, 'miniflix');
  expect(storage.read('user', 'miniflix')).toEqual(user);
  storage.forget('user', 'miniflix');
  expect(storage.read('user', 'miniflix')).toBeNull();
});

it('[A13] keeps newer values when the storage fills up', () => {
  const local = area(1);
  const storage = createStorage({ local: () => local, session: () => local });
  storage.write('country', 'DE', 'miniflix');
  storage.write('lang', 'de', 'miniflix');
  storage.write('lang', 'fr', 'miniflix');
  expect(storage.read('country', 'miniflix')).toBe('DE');
  expect(storage.read('lang', 'miniflix')).toBe('fr');
});

it('[A13] reads corrupt values as absent', () => {
  const local = area();
  local.rows.set('webpay:user:miniflix', '{oops');
  expect(
    createStorage({ local: () => local, session: () => local }).read('user', 'miniflix'),
  ).toBeNull();
});

/** Every stored value and the end it outlives; a new one needs a line here (decision 0043). */
const LIVES: Readonly<Record<StoredName, 'session' | 'character' | 'device'>> = {
  user: 'session',
  checkout: 'session',
  cartLeftOut: 'session',
  scroll: 'session',
  noPopup: 'session',
  pageLeft: 'session',
  lastCharacter: 'character',
  cidBrought: 'character',
  lastPurchase: 'character',
  payer: 'character',
  paidAt: 'character',
  cartUnsaved: 'character',
  requestDrafts: 'character',
  project: 'device',
  lang: 'device',
  country: 'device',
  popupDay: 'device',
  consent: 'device',
  mall: 'device',
  link: 'device',
  ordersMade: 'device',
  reloadedFor: 'device',
};

it.each([
  ['the end of a session', 'clearSession', ['character', 'device']],
  ['a log-out', 'clearCharacter', ['device']],
] as const)('[S07, E04] keeps exactly the recorded values at %s (14.28)', (_, end, kept) => {
  const rows = area();
  const storage = createStorage({ local: () => rows, session: () => rows });
  const names = Object.keys(LIVES) as StoredName[];
  // The value does not matter here.
  for (const name of names) storage.write(name, null as never, 'miniflix');
  storage[end]('miniflix');
  const expected = names.filter((name) => kept.some((life) => life === LIVES[name]));
  expect(new Set([...rows.rows.keys()].map((key) => key.split(':')[1]))).toEqual(new Set(expected));
});

it('[S07, S12] keeps choices and no data of the character at log-out', () => {
  const local = area();
  const session = area();
  const storage = createStorage({ local: () => local, session: () => session });
  storage.write('user', user, 'miniflix');
  storage.write('lastCharacter', user.role, 'miniflix');
  storage.write('lastPurchase', { product_id: 'gem', pay_id: 'card' }, 'miniflix');
  storage.write('requestDrafts', { o1: { right: 'refund', text: 'please' } }, 'miniflix');
  storage.write('country', 'DE', 'miniflix');
  storage.write('consent', { yes: true, at: 1 }, 'miniflix');
  storage.write('user', user, 'dr2');
  storage.clearCharacter('miniflix');
  expect([...local.rows.keys(), ...session.rows.keys()]).toEqual([
    'webpay:country:miniflix',
    'webpay:consent:miniflix',
    'webpay:user:dr2',
  ]);
});

it('[S12] detects changes by another tab, also a cleared storage', () => {
  const storage = createStorage({ local: () => area(), session: () => area() });
  expect(storage.isChanged('webpay:user:miniflix', 'user', 'miniflix')).toBe(true);
  expect(storage.isChanged('webpay:user:dr2', 'user', 'miniflix')).toBe(false);
  expect(storage.isChanged(null, 'user', 'miniflix')).toBe(true);
});

it('[S05] lists the projects with a stored choice, or none without storage', () => {
  const local = area();
  const storage = createStorage({ local: () => local, session: () => area() });
  storage.write('lang', 'de', 'miniflix');
  storage.write('lang', 'zh', 'vp_mbo');
  storage.write('country', 'DE', 'dr2');
  expect(storage.projectsWith('lang')).toEqual(['miniflix', 'vp_mbo']);
  expect(createStorage({ local: forbidden, session: forbidden }).projectsWith('lang')).toEqual([]);
});
