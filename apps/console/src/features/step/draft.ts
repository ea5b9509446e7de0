import type { Action, ActionKind } from '@webpay/contract/console/actions';
import type { ActionSeed } from '@webpay/contract/console/action-seed';
import { TOKEN_DAYS, type TokenPermission } from '@webpay/contract/console/tokens';
import { WEBHOOK_TYPES, type WebhookType } from '@webpay/contract/console/webhooks';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { exponentOf } from '@webpay/contract/money';
import { BANK_NUMBER } from '@webpay/contract/console/bank-number';
import { missingOfOperator, operatorStepOf } from './staff-draft.ts';
import { missingOfMoment, publishOf } from './publish-draft.ts';
import { WORDS } from './step-words.ts';
import { missingOfSwitch, switchOf } from './switch-draft.ts';
import { missingOfWebhook, webhookStepOf } from './webhook-draft.ts';

/** Fields and ticks of a step, as the operator left them. */
export type Draft = {
  /** Reason, answer for the player, or text of a note. */
  readonly because: string;
  readonly isPart: boolean;
  readonly part: string;
  readonly allow_delivered: boolean;
  readonly allow_overpayment: boolean;
  readonly allow_same_number: boolean;
  /** The bank's number of a payment outside the gateways. */
  readonly reference: string;
  readonly server: string;
  readonly cid: string;
  /** End of a maintenance in UTC, as its field writes it: `2026-11-28T15:00`; empty: none. */
  readonly opensAt: string;
  /** Moment of a later publication in UTC, as its field writes it; null: now. */
  readonly publishAt: string | null;
  /** Refused countries and networks, as typed. */
  readonly countries: string;
  readonly networks: string;
  /** Name, roles and codes of projects of an operator. No code: all projects. */
  readonly name: string;
  readonly roles: readonly ConsoleRole[];
  readonly projects: readonly string[];
  /** Permissions of a token, and its life in days as typed. */
  readonly permissions: readonly TokenPermission[];
  readonly days: string;
  /** Address and events of a webhook; the moment of a replay in UTC, as its field writes it. */
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly since: string;
};

export const EMPTY: Draft = {
  because: '',
  isPart: false,
  part: '',
  allow_delivered: false,
  allow_overpayment: false,
  allow_same_number: false,
  reference: '',
  server: '',
  cid: '',
  opensAt: '',
  publishAt: null,
  countries: '',
  networks: '',
  name: '',
  roles: [],
  projects: [],
  permissions: [],
  days: String(TOKEN_DAYS.usual),
  url: '',
  types: WEBHOOK_TYPES,
  since: '',
};

export const hasSum = (kind: ActionKind): boolean =>
  kind === 'refund_order' || kind === 'approve_refund';

const isBankNumber = (text: string): boolean => BANK_NUMBER.test(text.trim());

/** Words shorter than this are refused. */
const LEAST = 3;
/** Placeholder text, so that the plan can be shown first. */
const TO_COME = 'to be written';

export type Built = {
  /** Null: not enough is known for a plan. */
  readonly action: Action | null;
  /** The field that is still to be filled, in a sentence; null: all are. */
  readonly missing: string | null;
};

/** Builds the step from seed and draft. */
export function buildAction(seed: ActionSeed, draft: Draft, currency: string | null): Built {
  const amount = hasSum(seed.kind) && draft.isPart ? minorOf(draft.part, currency) : null;
  if (hasSum(seed.kind) && draft.isPart && amount === null) {
    return { action: null, missing: 'Type the sum, for example 4.99.' };
  }
  if (seed.kind === 'approve_resend' && (draft.server === '' || draft.cid.trim() === '')) {
    return { action: null, missing: 'Choose the server and type the character ID.' };
  }
  if (seed.kind === 'paid_outside' && !isBankNumber(draft.reference)) {
    // The plan is read before the bank pays.
    const action = actionOf(seed, { ...draft, reference: TO_COME }, amount);
    return { action, missing: 'Type the number of the bank transfer.' };
  }
  if (seed.kind === 'set_service') {
    const missing = missingOfSwitch(draft);
    if (missing !== null) return { action: null, missing };
  }
  const missingMoment = missingOfMoment(draft);
  if (missingMoment !== null) return { action: null, missing: missingMoment };
  const missingOfStaff = missingOfOperator(seed.kind, draft);
  if (missingOfStaff !== null) return { action: null, missing: missingOfStaff };
  const missingOfHook = missingOfWebhook(seed.kind, draft);
  if (missingOfHook !== null) return { action: null, missing: missingOfHook };
  return { action: actionOf(seed, draft, amount), missing: missingWords(seed.kind, draft) };
}

function missingWords(kind: ActionKind, { because }: Draft): string | null {
  const { length } = because.trim();
  switch (WORDS[kind]) {
    case null:
      return null;
    case 'note':
      return length > 0 ? null : 'Write the note.';
    case 'player':
      return length >= LEAST ? null : 'Write the answer for the player.';
    case 'operators':
      return length >= LEAST ? null : 'Write the reason.';
  }
}

function actionOf(seed: ActionSeed, draft: Draft, amount: number | null): Action | null {
  const { kind, order_id, refund_id, request_id, mail_id, message_id, player_id } = seed;
  const { allow_delivered, allow_overpayment, allow_same_number } = draft;
  const typed = draft.because.trim();
  const because = typed.length >= LEAST ? typed : TO_COME;
  const sum = { amount, allow_delivered, allow_overpayment, because };
  switch (kind) {
    case 'refund_order':
      return order_id === undefined ? null : { kind, order_id, ...sum };
    case 'refund_again':
      return refund_id === undefined ? null : { kind, refund_id, allow_delivered, because };
    case 'paid_outside': {
      const reference = draft.reference.trim();
      return refund_id === undefined
        ? null
        : { kind, refund_id, reference, allow_delivered, allow_same_number, because };
    }
    case 'approve_refund':
      return request_id === undefined ? null : { kind, request_id, ...sum };
    case 'approve_resend': {
      const to = { server_id: draft.server, cid: draft.cid.trim() };
      return request_id === undefined ? null : { kind, request_id, ...to, because };
    }
    case 'reject_request':
      return request_id === undefined ? null : { kind, request_id, because };
    case 'ask_gateway': {
      const order_ids = seed.order_ids ?? (order_id === undefined ? [] : [order_id]);
      return order_ids.length === 0 ? null : { kind, order_ids };
    }
    case 'retry_mail':
      return mail_id === undefined ? null : { kind, mail_id };
    case 'retry_server': {
      const { project, server_id } = seed;
      return project === undefined || server_id === undefined ? null : { kind, project, server_id };
    }
    case 'retry_notice':
      return seed.notice_id === undefined ? null : { kind, notice_id: seed.notice_id };
    case 'settle_parked':
      return mail_id === undefined || seed.as === undefined
        ? null
        : { kind, mail_id, as: seed.as, because };
    case 'settle_mail':
      return mail_id === undefined ? null : { kind, mail_id, because };
    case 'settle_message':
    case 'confirm_chargeback':
      return message_id === undefined ? null : { kind, message_id, because };
    case 'set_flag':
    case 'clear_flag':
    case 'end_pause':
    case 'log_out':
    case 'export_person':
    case 'erase_person':
      return player_id === undefined ? null : { kind, player_id, because };
    case 'add_note':
      return noteOf(seed, typed);
    case 'settle_difference': {
      const { difference_id } = seed;
      return difference_id === undefined ? null : { kind, difference_id, because };
    }
    case 'change_prices':
    case 'change_event':
    case 'change_window':
    case 'change_goods':
    case 'publish_files':
    case 'cancel_publication':
    case 'pause_event':
    case 'resume_event':
    case 'roll_back_catalogue':
      return publishOf({ ...seed, kind }, draft, because);
    case 'compare_day':
      return seed.day === undefined ? null : { kind, day: seed.day };
    case 'invite_operator':
    case 'change_roles':
    case 'reset_operator':
    case 'remove_operator':
    case 'restore_operator':
    case 'make_token':
    case 'end_token':
      return operatorStepOf({ ...seed, kind }, draft, because);
    case 'make_webhook':
    case 'renew_webhook':
    case 'end_webhook':
    case 'switch_webhook':
    case 'test_webhook':
    case 'resend_webhook':
    case 'replay_webhook':
      return webhookStepOf({ ...seed, kind }, draft, because);
    case 'close_month':
      return seed.month === undefined ? null : { kind, month: seed.month, because };
    case 'set_service':
    case 'set_refused':
    case 'undo_service':
    case 'end_sessions':
    case 'switch_method':
    case 'undo_method':
      return switchOf({ ...seed, kind }, draft, because);
  }
}

function noteOf({ order_id, player_id }: ActionSeed, typed: string): Action | null {
  const object_id = order_id ?? player_id;
  if (object_id === undefined) return null;
  const object = order_id === undefined ? 'player' : 'order';
  return { kind: 'add_note', object, object_id, text: typed === '' ? TO_COME : typed };
}

/** `4.99` or `4,99` in minor units; null: not a sum of this currency. */
export function minorOf(text: string, currency: string | null): number | null {
  const found = /^(\d{1,12})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (found === null || currency === null) return null;
  const [, whole = '', fraction = ''] = found;
  const digits = exponentOf(currency);
  if (fraction.length > digits) return null;
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  return minor > 0 ? minor : null;
}

/** Typed words outlive a closed dialog until the step is done. */
const kept = new Map<string, Draft>();
const nameOf = (seed: ActionSeed): string => JSON.stringify(seed);

export const keptDraft = (seed: ActionSeed): Draft | undefined => kept.get(nameOf(seed));

export function keepDraft(seed: ActionSeed, draft: Draft | null): void {
  if (draft === null) kept.delete(nameOf(seed));
  else kept.set(nameOf(seed), draft);
}
