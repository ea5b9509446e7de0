import type { ConsoleResult } from '@webpay/contract/console/calls';
import { type Answers, ok, refuse } from './fake-api.ts';

/** Disputes with made-up content, for tests of the pages. */

const NOW = Date.now();
const HOUR = 3_600_000;
const usd = (minor: number) => ({ minor, currency: 'USD' });
const character = {
  player_id: 'p77',
  project: { code: 'miniflix', name: 'Miniflix' },
  server_id: '112',
  server_name: 'S12 Dawnharbor',
  cid: '204518763',
  name: 'Brynja',
};

type Row = ConsoleResult<'disputes'>['items'][number];
const open: Row = {
  id: 'd1',
  provider: 'payermax',
  number: 'C2026111900417',
  gateway: 'PayerMax',
  kind: 'Fraud claim',
  stage: 'dispute inquiry',
  reason: 'reason code 10.4',
  outcome: null,
  badge: { tone: 'red', text: 'Open' },
  claimed: usd(9999),
  lost: null,
  answer_by: { at: NOW + 41 * HOUR, tone: 'red', text: '25 Nov, 41 h' },
  answer_url: null,
  opened_at: NOW - 90 * HOUR,
  ended_at: null,
  order: { id: 'o1', order_no: 'WP-QNHV-W5MK-V' },
  character,
  goods: { tone: 'orange', text: 'Not given yet' },
};
const ROWS: readonly Row[] = [
  open,
  {
    ...open,
    id: 'd2',
    provider: 'paypal',
    number: 'PP-R-KVX-10442987',
    gateway: 'PayPal',
    kind: 'Dispute',
    stage: 'waiting for seller response',
    reason: 'merchandise or service not received',
    claimed: usd(2999),
    answer_by: { at: NOW + 200 * HOUR, tone: 'yellow', text: '1 Dec 14:30 UTC, 8 days' },
    answer_url: 'https://www.paypal.com/resolutioncenter/view/PP-R-KVX-10442987',
    character: { ...character, name: 'KESTREL-9' },
    goods: { tone: 'green', text: 'Given 3 Nov 14:02 UTC' },
  },
];
const ended: Row = {
  ...open,
  badge: { tone: 'red', text: 'Lost' },
  lost: usd(9999),
  answer_by: null,
  ended_at: NOW - HOUR,
};

const evidence: ConsoleResult<'disputeEvidence'> = {
  dispute: open,
  orders: [
    {
      id: 'o1',
      order_no: 'WP-QNHV-W5MK-V',
      created_at: NOW - 100 * HOUR,
      paid_at: NOW - 100 * HOUR,
      total: usd(9999),
      recipient: {
        project: character.project,
        server_id: '112',
        server_name: character.server_name,
        cid: character.cid,
        name: 'Brynja',
      },
      goods: [
        { product_id: 'g', name: '6,480 Gems', image: '', count: 1, unit: usd(9999), in_mail: [] },
      ],
      money: [{ label: 'Captured, PayerMax', sum: usd(9999), is_total: false }],
      mails: [
        {
          number: 'mail-77',
          kind: 'purchase',
          state: 'delivered',
          created_at: NOW - 100 * HOUR,
          delivered_at: NOW - 100 * HOUR,
        },
      ],
      payments: [
        {
          number: 'A7k3f_1',
          gateway: 'PayerMax',
          gateway_number: 'T2026111900417',
          capture_number: 'T2026111900417',
          captured: usd(9999),
        },
      ],
      sessions: [{ created_at: NOW - 101 * HOUR, seen_at: NOW - 90 * HOUR, ended_at: null }],
      earlier_orders: [
        {
          order_no: 'WP-9WJR-GXLH-3',
          created_at: NOW - 400 * HOUR,
          total: usd(499),
          badges: [{ tone: 'green', text: 'Delivered' }],
        },
      ],
    },
  ],
  now: NOW,
};

export const disputes: Answers = {
  disputes: ({ state }) =>
    ok('disputes', { items: state === 'ended' ? [ended] : [...ROWS], next: null, now: NOW }),
  disputeEvidence: ({ id }) =>
    id === open.number
      ? ok('disputeEvidence', evidence)
      : refuse(404, 'not_found', 'No such dispute.'),
};
