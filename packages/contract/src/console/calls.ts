import * as v from 'valibot';
import { ATTEMPT_STATES, DELIVERY_STATES, ORDER_STATES } from '../order-states.ts';
import { AUDIT_CALLS } from './audit-calls.ts';
import {
  empty,
  text,
  id,
  done,
  webauthn,
  several,
  moment,
  limit,
  minor,
  define,
} from './inputs.ts';
import type { OperationName } from './operations.ts';
import type { Permission } from './permissions.ts';
import { stepUp } from './plan.ts';
import {
  aged,
  badge,
  character,
  explanation,
  language,
  me,
  moneyLine,
  namedNumber,
  operatorSession,
  orderRow,
  pageOf,
  note,
  passkey,
  possibleStep,
  searchHit,
  soldGoods,
  sum,
  time,
  timelineEntry,
  trackStep,
} from './shapes.ts';
import { CATALOGUE_CALLS } from './catalogue-calls.ts';
import { CHANGE_CALLS } from './change-calls.ts';
import { OVERVIEW_CALLS } from './overview-calls.ts';
import { SERVICE_CALLS } from './service-calls.ts';
import { DISPUTE_CALLS } from './dispute-calls.ts';
import { EVENT_CALLS } from './event-calls.ts';
import { PREVIEW_CALLS } from './preview-calls.ts';
import { PERSON_CALLS, personalValue, savedCard } from './person-calls.ts';
import { RECONCILIATION_CALLS } from './reconciliation-calls.ts';
import { SETTLEMENT_CALLS } from './settlement-calls.ts';
import { companyStart, SIGN_IN_CALLS } from './sign-in-calls.ts';
import { STAFF_CALLS } from './staff-calls.ts';
import { VIEW_CALLS } from './view-calls.ts';
import { WEBHOOK_CALLS } from './webhook-calls.ts';
import { WORK_CALLS } from './work-calls.ts';

/**
 * Input and answer of every console operation. GET takes its input from the address, so that each field is text there;
 * parameters of the path belong to the input.
 */

/** Saved views of the order list. */
export const ORDER_VIEWS = [
  'all',
  'unresolved',
  'undelivered',
  'declined',
  'money_back',
  'disputed',
] as const;

export const MONEY_BACK = ['none', 'pending', 'refused', 'done'] as const;

export const orderFilter = v.object({
  view: v.optional(v.picklist(ORDER_VIEWS)),
  project: v.optional(id),
  state: v.optional(several(ORDER_STATES)),
  payment: v.optional(several(ATTEMPT_STATES)),
  mail: v.optional(several(DELIVERY_STATES)),
  money_back: v.optional(several(MONEY_BACK)),
  dispute: v.optional(several(['open', 'won', 'lost'])),
  from: v.optional(moment),
  until: v.optional(moment),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  min: v.optional(minor),
  max: v.optional(minor),
  method: v.optional(id),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  server: v.optional(id),
  product: v.optional(id),
  after: v.optional(text(200)),
  limit: v.optional(limit),
});

export const CONSOLE_CALLS = {
  ...SIGN_IN_CALLS,
  signOut: define(empty, done),
  me: define(empty, me),
  mySecurity: define(
    empty,
    v.object({
      passkeys: v.array(passkey),
      sessions: v.array(operatorSession),
      /** Null: no provider is set. */
      company_account: v.nullable(
        v.object({
          label: v.string(),
          linked: v.nullable(v.object({ created_at: time, used_at: v.nullable(time) })),
        }),
      ),
    }),
  ),
  /** The proof signs LINKS_COMPANY_ACCOUNT. The browser goes to `address`. */
  linkCompanyAccount: define(v.object({ step_up: stepUp }), companyStart),
  /** The proof signs UNLINKS_COMPANY_ACCOUNT. */
  unlinkCompanyAccount: define(v.object({ step_up: stepUp }), done),
  /** The proof signs ADDS_PASSKEY. Null: the first passkey of an operator whose session began with a link. */
  newPasskeyChallenge: define(v.object({ step_up: stepUp }), v.object({ id, options: webauthn })),
  addPasskey: define(v.object({ id, name: text(64), response: webauthn }), passkey),
  /** The proof signs `removesPasskey(id)`. */
  removePasskey: define(v.object({ id, step_up: stepUp }), done),
  endSession: define(v.object({ id }), done),
  search: define(
    v.object({ text: text(200), project: v.optional(id) }),
    v.object({
      /** The form that the text has, in words. */
      looked_for: v.string(),
      groups: v.array(
        v.object({ title: v.string(), hits: v.array(searchHit), has_more: v.boolean() }),
      ),
      ...aged,
    }),
  ),
  ...VIEW_CALLS,
  ...OVERVIEW_CALLS,
  ...CHANGE_CALLS,
  orders: define(
    orderFilter,
    v.object({
      ...pageOf(orderRow).entries,
      /** Exact up to 10,000. */
      count: v.number(),
      count_is_exact: v.boolean(),
      now: time,
      ...aged,
    }),
  ),
  ordersCsv: define(
    v.omit(orderFilter, ['limit']),
    /** At most 2,000 orders; `next` is the cursor of the following part, null at the end. */
    v.object({
      text: v.string(),
      lines: v.number(),
      sha256: v.string(),
      next: v.nullable(v.string()),
    }),
  ),
  order: define(
    v.object({ id }),
    v.object({
      id: v.string(),
      order_no: v.string(),
      created_at: time,
      total: sum,
      country: v.string(),
      lang: v.string(),
      source: v.string(),
      character,
      player: v.object({
        orders: v.number(),
        paid: v.array(sum),
        disputes: v.number(),
        flagged_since: v.nullable(time),
      }),
      explain: explanation,
      /** Every step with this order; `why` says why one is impossible. */
      steps: v.array(possibleStep),
      notes: v.array(note),
      /** Masked values; `revealPerson` shows one. */
      personal: v.array(personalValue),
      track: v.array(trackStep),
      timeline: v.array(timelineEntry),
      /** A month like 2024-03: earlier events of the order are archived, and the timeline lacks them; null: it is whole. */
      archived_before: v.nullable(v.string()),
      goods: v.array(soldGoods),
      money: v.array(moneyLine),
      numbers: v.array(namedNumber),
      /** Time of this answer, for distances. */
      now: time,
    }),
  ),
  orderAnswer: define(
    v.object({ id, lang: v.optional(language) }),
    v.object({ lang: language, text: v.string() }),
  ),
  player: define(
    v.object({ id }),
    v.object({
      character,
      level: v.number(),
      steps: v.array(possibleStep),
      notes: v.array(note),
      personal: v.array(personalValue),
      saved_cards: v.array(savedCard),
      /** A code of the in-game mail confirmed a device for saved cards; null: not within what is kept. */
      device_confirmed_at: v.nullable(time),
      /** The earliest that is kept: first order, first session, or last visit. */
      created_at: time,
      seen_at: time,
      flags: v.array(
        v.object({
          why: v.string(),
          since: time,
          because: v.string(),
          order_id: v.nullable(v.string()),
        }),
      ),
      /** By currency. */
      totals: v.array(v.object({ paid: sum, back: sum })),
      last_paid_at: v.nullable(time),
      requests_this_year: v.number(),
      orders: v.array(orderRow),
      mails: v.array(
        v.object({
          id: v.string(),
          kind: v.string(),
          title: v.string(),
          badge,
          at: time,
          order_id: v.nullable(v.string()),
        }),
      ),
      sessions: v.array(v.object({ created_at: time, seen_at: time, ended_at: v.nullable(time) })),
      /** The same id on other servers and projects. */
      elsewhere: v.array(character),
      now: time,
    }),
  ),
  ...PERSON_CALLS,
  ...WEBHOOK_CALLS,
  ...WORK_CALLS,
  ...SERVICE_CALLS,
  ...CATALOGUE_CALLS,
  ...PREVIEW_CALLS,
  ...DISPUTE_CALLS,
  ...RECONCILIATION_CALLS,
  ...SETTLEMENT_CALLS,
  ...EVENT_CALLS,
  ...STAFF_CALLS,
  ...AUDIT_CALLS,
} as const satisfies Record<OperationName, { input: v.GenericSchema; result: v.GenericSchema }>;

export type ConsoleRequest<N extends OperationName> = v.InferInput<
  (typeof CONSOLE_CALLS)[N]['input']
>;
export type ConsoleInput<N extends OperationName> = v.InferOutput<
  (typeof CONSOLE_CALLS)[N]['input']
>;
export type ConsoleResult<N extends OperationName> = v.InferOutput<
  (typeof CONSOLE_CALLS)[N]['result']
>;

/** Refusal of an operation (RFC 9457, application/problem+json). `detail` is the sentence to show. */
export type Problem = {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  /** 403: the permission that is missing. */
  readonly permission?: Permission;
  /** 422: the fields that do not fit. */
  readonly fields?: readonly { readonly path: string; readonly detail: string }[];
};
