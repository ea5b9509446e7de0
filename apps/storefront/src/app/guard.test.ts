import { expect, it } from 'vitest';
import { guard, type Visit } from './guard.ts';

const visit: Visit = {
  project: 'miniflix',
  isHome: false,
  intercept: true,
  search: '',
  hash: '',
  storedProject: 'miniflix',
  hasToken: true,
};

it.each<[string, Partial<Visit>, string | null, string | null]>([
  [
    '[R21] stores the project of a first visit and redirects home',
    { storedProject: null },
    'miniflix',
    '/miniflix',
  ],
  [
    '[R21] stores another project than before and redirects home',
    { storedProject: 'dr2' },
    'miniflix',
    '/miniflix',
  ],
  [
    '[R21] stores the project of a first visit to home and stays',
    { isHome: true, intercept: false, storedProject: null },
    'miniflix',
    null,
  ],
  ['[R21] stays in the same project', {}, null, null],
  ['[R22] redirects from a player page without a token', { hasToken: false }, null, '/miniflix'],
  [
    '[R22] stays on an open page without a token',
    { hasToken: false, intercept: false },
    null,
    null,
  ],
  [
    '[R22] carries an order along',
    { hasToken: false, hash: '#order=abc_-9' },
    null,
    '/miniflix#order=abc_-9',
  ],
  [
    '[R21] carries an order along on a first visit',
    { storedProject: null, hash: '#order=abc' },
    'miniflix',
    '/miniflix#order=abc',
  ],
  [
    '[R22, C12] carries a wallet’s fields along with the order',
    { hasToken: false, search: '?token=W1&PayerID=P1', hash: '#order=abc' },
    null,
    '/miniflix?token=W1&PayerID=P1#order=abc',
  ],
  [
    '[R22] carries nothing along without an order',
    { hasToken: false, search: '?product=gems-60' },
    null,
    '/miniflix',
  ],
  [
    '[R22] carries no other fragment along',
    { hasToken: false, hash: '#order=%3Cscript%3E' },
    null,
    '/miniflix',
  ],
  [
    'admits everyone to pages without a project',
    { project: null, hasToken: false, storedProject: null },
    null,
    null,
  ],
])('%s', (_title, changes, store, goTo) => {
  expect(guard({ ...visit, ...changes })).toEqual({ store, goTo });
});
