import type { ConsoleResult } from '@webpay/contract/console/calls';
import { type ConsoleRole, permissionsOf } from '@webpay/contract/console/permissions';
import { type Answers, ok } from './fake-api.ts';
import { webhookAnswers } from './webhook-samples.ts';

/** Answers with made-up content, for tests of the pages. */

const NOW = Date.now();
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

export const me = (
  role: ConsoleRole,
  change: Partial<ConsoleResult<'me'>> = {},
): ConsoleResult<'me'> => ({
  id: 'op1',
  name: `${role}-1`,
  roles: [role],
  permissions: [...permissionsOf([role])],
  projects: [
    { code: 'miniflix', name: 'Miniflix' },
    { code: 'dr2', name: 'Dragon Realm II' },
  ],
  world: 'sandbox',
  signed_in_by: 'passkey',
  has_second_factor: true,
  session_ends_at: NOW + 11 * 60 * MINUTE,
  shop_url: 'http://localhost:4000',
  ...change,
});

const security: ConsoleResult<'mySecurity'> = {
  company_account: { label: 'Company account', linked: null },
  passkeys: [
    { id: 'pk1', name: 'office key', created_at: NOW - 40 * DAY, used_at: NOW - 3 * MINUTE },
    { id: 'pk2', name: 'phone', created_at: NOW - 2 * DAY, used_at: null },
  ],
  sessions: [
    {
      id: 's1',
      is_this: true,
      browser: 'Firefox on Linux',
      address: '203.0.113.24',
      created_at: NOW - 40 * MINUTE,
      seen_at: NOW,
      ends_at: NOW + 11 * 60 * MINUTE,
    },
    {
      id: 's2',
      is_this: false,
      browser: 'Chrome on Android',
      address: '198.51.100.7',
      created_at: NOW - 300 * MINUTE,
      seen_at: NOW - 25 * MINUTE,
      ends_at: NOW + 7 * 60 * MINUTE,
    },
  ],
};

const person = (
  id: string,
  name: string,
  roles: ConsoleRole[],
  change: Partial<ConsoleResult<'staff'>['items'][number]> = {},
): ConsoleResult<'staff'>['items'][number] => ({
  id,
  name,
  roles,
  projects: [],
  created_at: NOW - 90 * DAY,
  seen_at: NOW - 4 * MINUTE,
  passkeys: 1,
  sessions: 1,
  is_disabled: false,
  steps: [],
  ...change,
});

const staff: ConsoleResult<'staff'> = {
  may_invite: true,
  tokens: [
    {
      id: 'tk1',
      name: 'nightly books',
      permissions: ['books.read', 'settlement.read'],
      projects: [],
      by: 'admin-1',
      created_at: NOW - 20 * DAY,
      ends_at: NOW + 70 * DAY,
      seen_at: NOW - 3 * MINUTE,
      has_ended: false,
      steps: [{ seed: { kind: 'end_token', token_id: 'tk1' }, text: 'End…', why: null }],
    },
    {
      id: 'tk2',
      name: 'old dashboard',
      permissions: ['order.read'],
      projects: [{ code: 'dr2', name: 'Dragon Realm II' }],
      by: 'admin-1',
      created_at: NOW - 120 * DAY,
      ends_at: NOW - 2 * DAY,
      seen_at: null,
      has_ended: true,
      steps: [],
    },
  ],
  items: [
    person('op1', 'admin-1', ['admin'], { passkeys: 3, seen_at: NOW }),
    person('op2', 'support-1', ['support'], { passkeys: 2 }),
    person('op3', 'liveops-1', ['liveops'], {
      projects: [
        { code: 'miniflix', name: 'Miniflix' },
        { code: 'dr2', name: 'Dragon Realm II' },
      ],
      seen_at: NOW - 9 * DAY,
      sessions: 0,
    }),
    person('op4', 'auditor-1', ['auditor'], { passkeys: 0, seen_at: null, sessions: 0 }),
    person('op5', 'oncall-1', ['support', 'liveops']),
    person('op6', 'support-3', ['support'], {
      is_disabled: true,
      sessions: 0,
      seen_at: NOW - 60 * DAY,
    }),
  ],
};

const ACTIONS = [
  { action: 'order.read', object: 'order 7k3fq0m2x9v4t8w1z5b6', project: 'miniflix' },
  { action: 'player.read', object: 'player 204518763', project: 'dr2' },
  { action: 'sign_in', object: '', project: null },
  { action: 'search', object: '', project: null },
] as const;

const audit: ConsoleResult<'audit'> = {
  items: Array.from({ length: 24 }, (_, index) => ({
    id: 48_207 - index,
    at: NOW - index * 7 * MINUTE - index * index * MINUTE,
    operator: ['support-2', 'support-1', 'admin-1'][index % 3] ?? '',
    outcome: index === 2 ? ('refused' as const) : ('done' as const),
    reason: '',
    address: '203.0.113.24',
    request_id: `req-${index}m2k`,
    detail: '{"by":"password","browser":"Firefox on Linux"}',
    hash: '9f3c02b1a17e51d077c20c44e8b293f19f3c02b1a17e51d077c20c44e8b293f1',
    ...(ACTIONS[index % 4] ?? ACTIONS[0]),
  })),
  next: 'cursor-2',
};

const HOUR = 60 * MINUTE;

const heads: ConsoleResult<'auditHeads'> = {
  now: NOW,
  state: 'read',
  file: 'audit-heads.jsonl',
  items: Array.from({ length: 12 }, (_, index) => {
    const isSigned = index !== 7;
    return {
      at: isSigned ? NOW - (NOW % HOUR) - index * HOUR : null,
      entry: isSigned ? 48_205 - index * 37 : null,
      hash: isSigned ? (audit.items[0]?.hash ?? '') : null,
      is_signed: isSigned,
      fault: isSigned ? null : 'Invalid signature of the line.',
      is_taken: index > 0,
    };
  }),
  next: '9128',
  address: {
    host: 'anchor.example',
    at: NOW - 20 * MINUTE,
    is_taken: false,
    said: 'answered 503',
  },
  nightly: { at: NOW - (NOW % DAY), entries: 47_311, heads: 6_338, fault: null },
};

/** Answers for an operator who is signed in. */
export const signedIn = (
  role: ConsoleRole,
  change: Partial<ConsoleResult<'me'>> = {},
): Answers => ({
  me: () => ok('me', me(role, change)),
  mySecurity: () => ok('mySecurity', security),
  staff: () => ok('staff', staff),
  audit: () => ok('audit', audit),
  ...webhookAnswers(NOW),
  auditHeads: () => ok('auditHeads', heads),
  checkAudit: () =>
    ok('checkAudit', { entries: 48_207, broken: null, head: audit.items[0]?.hash ?? '' }),
  queues: () =>
    ok('queues', {
      requests: 3,
      unresolved: 4,
      deliveries: 2,
      refunds: 1,
      disputes: 2,
      approvals: 1,
      differences: 0,
      has_second_person: true,
    }),
  signOut: () => ok('signOut', { done: true }),
  endSession: () => ok('endSession', { done: true }),
  removePasskey: () => ok('removePasskey', { done: true }),
});

const QR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path fill="#fff" d="M0 0h21v21H0z"/><path d="M1 1h7v7H1zM13 1h7v7h-7zM1 13h7v7H1zM10 10h3v3h-3z"/></svg>';

/** Answers for a person without a session. */
export const outside: Answers = {
  signInWays: () => ok('signInWays', { company_account: 'Company account' }),
  readInvitation: () =>
    ok('readInvitation', {
      name: 'support-3',
      roles: ['support'],
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      qr_svg: QR,
    }),
  join: () =>
    ok('join', {
      me: me('support'),
      recovery_codes: Array.from({ length: 10 }, (_, index) => `k7f3-${1000 + index * 37}-q0m2`),
    }),
};
