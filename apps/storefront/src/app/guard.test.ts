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
    '[R21] first visit below a project: remember it, go home',
    { storedProject: null },
    'miniflix',
    '/miniflix',
  ],
  [
    '[R21] another project than before: remember it, go home',
    { storedProject: 'dr2' },
    'miniflix',
    '/miniflix',
  ],
  [
    '[R21] first visit of home: remember it, stay',
    { isHome: true, intercept: false, storedProject: null },
    'miniflix',
    null,
  ],
  ['[R21] the same project: stay', {}, null, null],
  ['[R22] a page for players without a token: go home', { hasToken: false }, null, '/miniflix'],
  [
    '[R22] a page for everybody without a token: stay',
    { hasToken: false, intercept: false },
    null,
    null,
  ],
  [
    '[R22] an order is carried along',
    { hasToken: false, hash: '#order=abc_-9' },
    null,
    '/miniflix#order=abc_-9',
  ],
  [
    '[R21] an order is carried along by the first visit too',
    { storedProject: null, hash: '#order=abc' },
    'miniflix',
    '/miniflix#order=abc',
  ],
  [
    '[R22, C12] and with it what a wallet has to say about it',
    { hasToken: false, search: '?token=W1&PayerID=P1', hash: '#order=abc' },
    null,
    '/miniflix?token=W1&PayerID=P1#order=abc',
  ],
  [
    '[R22] without an order nothing of an address is',
    { hasToken: false, search: '?product=gems-60' },
    null,
    '/miniflix',
  ],
  [
    '[R22] nothing else of a fragment is',
    { hasToken: false, hash: '#order=%3Cscript%3E' },
    null,
    '/miniflix',
  ],
  [
    'pages of no project are for everybody',
    { project: null, hasToken: false, storedProject: null },
    null,
    null,
  ],
])('%s', (_title, changes, store, goTo) => {
  expect(guard({ ...visit, ...changes })).toEqual({ store, goTo });
});
