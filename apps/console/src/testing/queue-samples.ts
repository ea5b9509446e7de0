import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Plan } from '@webpay/contract/console/plan';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { type Answers, type Input, ok, refuse } from './fake-api.ts';
import { signedIn } from './samples.ts';

/** Answers of the queues with made-up content, for tests of the pages. */

const NOW = Date.now();
const HOUR = 3_600_000;

const character = (name: string, cid = '204518763') => ({
  player_id: `p${cid}`,
  project: { code: 'miniflix', name: 'Miniflix' },
  server_id: 's12',
  server_name: 'S12 Dawnharbor',
  cid,
  name,
});
const eur = (minor: number) => ({ minor, currency: 'EUR' });

type Row = ConsoleResult<'requests'>['items'][number];
const row = (id: string, name: string, text: string, change: Partial<Row> = {}): Row => ({
  id,
  kind: 'refund',
  state: 'open',
  created_at: NOW - 26 * HOUR,
  decided_at: null,
  decided_by: null,
  text,
  lang: 'de',
  order_id: `o${id}`,
  order_no: `WP-20451${id.length}`,
  goods: '980 Gems ×1',
  total: eur(1549),
  character: character(name),
  answer: null,
  ...change,
});

export const REQUESTS: readonly Row[] = [
  row('r1', 'NovaStar', 'I thought it was the monthly one. I did not open the mail.'),
  row('r2', 'Sigrun', 'I typed the number of my second account.', {
    kind: 'wrong_recharge',
    created_at: NOW - 9 * HOUR,
  }),
  row('r3', 'พลอย', 'กดซื้อผิดค่ะ ขอคืนเงิน', { lang: 'th', created_at: NOW - HOUR }),
];

const explain: ConsoleResult<'request'>['explain'] = {
  tone: 'green',
  badges: [{ tone: 'green', text: 'Delivered' }],
  sentence: 'Paid, and the mail is in the mailbox of NovaStar.',
  why: ['The game accepted the mail.'],
  next: [],
  can: [],
};

const requestOf = (item: Row): ConsoleResult<'request'> => ({
  ...item,
  order: {
    id: item.order_id,
    order_no: item.order_no,
    created_at: NOW - 30 * HOUR,
    goods: [{ name: '980 Gems', count: 1 }],
    character: item.character,
    total: item.total,
    method: { name: 'Visa', last_four: '1111' },
    country: 'DE',
    badges: explain.badges,
    mail_after_ms: 1100,
    note: '',
  },
  explain,
  money: [
    { label: 'Paid, Visa ••1111', sum: item.total, is_total: false },
    { label: 'Left', sum: item.total, is_total: true },
  ],
  left: item.total,
  is_given: true,
  answers: [
    {
      kind: 'approve_refund',
      title: 'Goes back',
      text: 'Dein Geld geht auf deine Karte zurück.',
      english: 'Your money goes back to your card.',
    },
    {
      kind: 'approve_resend',
      title: 'Sent again',
      text: 'Die Güter gehen an den anderen Charakter.',
      english: 'The goods go to the other character.',
    },
    {
      kind: 'reject_request',
      title: 'Goods were used',
      text: 'Die Güter wurden schon benutzt.',
      english: 'The goods were used already.',
    },
  ],
  servers: [
    { id: 's12', name: 'S12 Dawnharbor' },
    { id: 's16', name: 'S16 Clockwork Alley' },
  ],
  now: NOW,
});

type WorkRow = ConsoleResult<'refunds'>['items'][number];
const work = (id: string, title: string, change: Partial<WorkRow> = {}): WorkRow => ({
  id,
  title,
  badge: { tone: 'orange', text: 'No result' },
  order: { id: 'o1', order_no: 'WP-204518' },
  character: character('ONYX'),
  sum: eur(4999),
  since: NOW - HOUR,
  said: 'submitted, no answer',
  tries: 8,
  next_at: NOW + 60_000,
  until: null,
  steps: [],
  ...change,
});

const unresolved: ConsoleResult<'unresolved'> = {
  groups: [
    {
      id: 'payermax',
      cause: 'PayerMax does not answer queries',
      tone: 'orange',
      steps: [
        {
          seed: { kind: 'ask_gateway', order_ids: ['o1', 'o2'] },
          text: 'Ask about all 2',
          why: null,
        },
      ],
      count: 2,
      rows: [
        work('u1', 'Payment', {
          steps: [{ seed: { kind: 'ask_gateway', order_id: 'o1' }, text: 'Ask now', why: null }],
        }),
        work('u2', 'Payment', {
          steps: [
            {
              seed: { kind: 'ask_gateway', order_id: 'o2' },
              text: 'Ask now',
              why: 'The gateway answered less than ten seconds ago.',
            },
          ],
        }),
      ],
    },
  ],
  now: NOW,
};

const deliveries: ConsoleResult<'deliveries'> = {
  groups: [
    {
      id: 's16',
      cause: 'Miniflix S16 Clockwork Alley: maintenance',
      tone: 'yellow',
      steps: [
        {
          seed: { kind: 'retry_server', project: 'miniflix', server_id: 's16' },
          text: 'Try now',
          why: null,
        },
      ],
      count: 1,
      rows: [
        work('m1', 'Mail of order', {
          badge: { tone: 'yellow', text: 'Waits' },
          said: 'maintenance',
          until: NOW + 48 * HOUR,
          steps: [
            { seed: { kind: 'retry_mail', mail_id: 'm1' }, text: 'Send the mail now', why: null },
          ],
        }),
      ],
    },
  ],
  now: NOW,
};

type Approval = ConsoleResult<'approvals'>['items'][number];
const approval: Approval = {
  id: 'ap1',
  state: 'waiting',
  kind: 'refund_order',
  title: 'Pay back €99.99',
  reason: 'Pressed + twice, the second heap was not used. Ticket 48190.',
  second_person: 'It is above $50, the limit for one step.',
  sum: eur(9999),
  object: { kind: 'order', id: 'o1', name: 'WP-204518' },
  path: '/orders/o1',
  asked_by: 'support-1',
  asked_at: NOW - HOUR,
  expires_at: NOW + 71 * HOUR,
  decided_by: null,
  decided_at: null,
  why_not: null,
  is_own: false,
  alone_from: null,
};

const HAS_ID = 'has this ID on S16 Clockwork Alley.';
export const PLAN: Plan = {
  possible: true,
  why: null,
  title: 'Pay back €15.49',
  amount: eur(1549),
  effects: [
    '€15.49 goes back to the payer by PayerMax.',
    'Nothing of the payment is left after it.',
    'The character keeps the goods.',
  ],
  needs: { step_up: true, second_person: null, ticks: [] },
  plan_hash: 'h1',
};

/** The plan of an action: refunds of given goods need a tick, other steps no proof. */
export function planOf({ action }: Input): Plan {
  const { kind, allow_delivered: isAllowed } = action as {
    readonly kind: string;
    readonly allow_delivered?: boolean;
  };
  const plan_hash = JSON.stringify(action).slice(0, 120);
  if (isAllowed === undefined) {
    const needs = { ...PLAN.needs, step_up: false };
    const title = kind === 'reject_request' ? 'Reject the request' : 'Do it now';
    return {
      ...PLAN,
      title,
      amount: null,
      effects: ['No money and no goods move.'],
      needs,
      plan_hash,
    };
  }
  if (isAllowed) return { ...PLAN, plan_hash };
  return {
    ...PLAN,
    possible: false,
    why: 'The goods were delivered, or may have been.',
    title: 'Pay back',
    amount: null,
    effects: [],
    needs: {
      ...PLAN.needs,
      ticks: [
        {
          name: 'allow_delivered',
          text: 'Pay back although the goods were, or may be, given.',
        },
      ],
    },
    plan_hash,
  };
}

/** Answers for an operator who works on the queues. A decided request leaves the queue. */
export function atWork(role: ConsoleRole): Answers {
  let left = [...REQUESTS];
  return {
    ...signedIn(role),
    requests: ({ state }) =>
      ok('requests', {
        items: state === 'decided' ? [] : left,
        next: null,
        count: left.length,
        now: NOW,
      }),
    request: ({ id }) => {
      const item = REQUESTS.find((each) => each.id === id);
      return item ? ok('request', requestOf(item)) : refuse(404, 'not_found', 'No such request.');
    },
    unresolved: () => ok('unresolved', unresolved),
    deliveries: () => ok('deliveries', deliveries),
    refunds: () => ok('refunds', { items: [work('R1', 'Refund')], next: null, now: NOW }),
    approvals: () => ok('approvals', { items: [approval], now: NOW }),
    approval: () =>
      ok('approval', {
        ...approval,
        plan: { ...PLAN, title: approval.title, amount: approval.sum },
        now: NOW,
      }),
    approve: () => ok('approve', { state: 'done', sentence: 'Done.', approval_id: 'ap1' }),
    decline: () =>
      ok('decline', { state: 'done', sentence: 'The step is refused.', approval_id: 'ap1' }),
    roleLookUp: () => ok('roleLookUp', { player_id: null, name: 'Sigrun', sentence: HAS_ID }),
    previewAction: (input) => ok('previewAction', planOf(input)),
    act: ({ action }) => {
      const { request_id: id } = action as { readonly request_id?: string };
      left = left.filter((item) => item.id !== id);
      return ok('act', { state: 'done', sentence: 'Done: it is decided.', approval_id: null });
    },
  };
}
