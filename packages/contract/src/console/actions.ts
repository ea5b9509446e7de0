import * as v from 'valibot';
import { CONSOLE_ROLES, type Permission } from './permissions.ts';
import {
  bankNumber,
  because,
  cid,
  days,
  isOnce,
  noticeId,
  number,
  server,
  tokenPermissions,
  types,
  url,
} from './action-fields.ts';
import { id } from './inputs.ts';
import {
  draftFiles,
  goodEdits,
  goodsOrder,
  players,
  priceCells,
  eventWindows,
  ruleValues,
  wayEdits,
} from './publish-shapes.ts';

/**
 * Changes that operators make (docs/console.md). Each has one entry here, one shape, and one function of the server
 * (domain/actions); preview, permission, limits, confirmation and audit entry are the same for all.
 */
export type ActionRule = {
  readonly needs: Permission;
  /** Moves money, gives goods or weakens a protection: needs a passkey or a one-time code, bound to the plan. */
  readonly isMoney: boolean;
  /** `limit`: above the operator's limits, or for a flagged player or an open dispute. `step`: the step itself says why. */
  readonly secondPerson: 'never' | 'limit' | 'step' | 'always';
};

const MONEY = { isMoney: true, secondPerson: 'limit' } as const;
/** Weakens a protection: needs the same proof as money. */
const PROVED = { isMoney: true, secondPerson: 'never' } as const;
const HARMLESS = { isMoney: false, secondPerson: 'never' } as const;

export const ACTIONS = {
  refund_order: { needs: 'refund.create', ...MONEY },
  refund_again: { needs: 'refund.again', isMoney: true, secondPerson: 'always' },
  paid_outside: { needs: 'refund.again', ...MONEY },
  approve_refund: { needs: 'request.decide', ...MONEY },
  approve_resend: { needs: 'request.decide', ...MONEY },
  reject_request: { needs: 'request.decide', ...HARMLESS },
  ask_gateway: { needs: 'order.ask', ...HARMLESS },
  retry_mail: { needs: 'delivery.retry', ...HARMLESS },
  retry_server: { needs: 'delivery.retry', ...HARMLESS },
  retry_notice: { needs: 'delivery.retry', ...HARMLESS },
  settle_parked: { needs: 'delivery.settle', ...MONEY },
  settle_mail: { needs: 'delivery.settle', ...HARMLESS },
  settle_message: { needs: 'message.settle', isMoney: true, secondPerson: 'always' },
  confirm_chargeback: { needs: 'chargeback.confirm', isMoney: true, secondPerson: 'always' },
  set_flag: { needs: 'player.flag', ...HARMLESS },
  clear_flag: { needs: 'player.flag', ...PROVED },
  end_pause: { needs: 'player.flag', ...PROVED },
  log_out: { needs: 'player.logout', ...HARMLESS },
  add_note: { needs: 'note.write', ...HARMLESS },
  set_service: { needs: 'service.switch', ...HARMLESS },
  set_refused: { needs: 'service.switch', ...HARMLESS },
  undo_service: { needs: 'service.switch', ...HARMLESS },
  end_sessions: { needs: 'service.switch', ...PROVED },
  switch_method: { needs: 'channel.switch', ...HARMLESS },
  undo_method: { needs: 'channel.switch', ...HARMLESS },
  change_prices: { needs: 'publish.money', isMoney: true, secondPerson: 'step' },
  change_goods: { needs: 'publish.money', isMoney: true, secondPerson: 'step' },
  change_event: { needs: 'publish.money', isMoney: true, secondPerson: 'step' },
  change_window: { needs: 'publish.money', isMoney: true, secondPerson: 'step' },
  publish_files: { needs: 'publish.money', isMoney: true, secondPerson: 'step' },
  cancel_publication: { needs: 'publish.money', ...HARMLESS },
  pause_event: { needs: 'service.switch', ...HARMLESS },
  resume_event: { needs: 'service.switch', ...HARMLESS },
  roll_back_catalogue: { needs: 'publish.rollback', ...PROVED },
  settle_difference: { needs: 'books.settle', ...PROVED },
  compare_day: { needs: 'books.settle', ...HARMLESS },
  close_month: { needs: 'settlement.close', ...PROVED },
  export_person: { needs: 'person.export', isMoney: true, secondPerson: 'always' },
  erase_person: { needs: 'person.erase', isMoney: true, secondPerson: 'always' },
  invite_operator: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  change_roles: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  reset_operator: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  remove_operator: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  restore_operator: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  make_token: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  end_token: { needs: 'staff.write', ...PROVED },
  make_webhook: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  renew_webhook: { needs: 'staff.write', isMoney: true, secondPerson: 'always' },
  end_webhook: { needs: 'staff.write', ...PROVED },
  switch_webhook: { needs: 'service.switch', ...HARMLESS },
  test_webhook: { needs: 'delivery.retry', ...HARMLESS },
  resend_webhook: { needs: 'delivery.retry', ...HARMLESS },
  replay_webhook: { needs: 'delivery.retry', ...HARMLESS },
} as const satisfies Record<string, ActionRule>;
export type ActionKind = keyof typeof ACTIONS;

/** Minor units of the payment's currency; null: all that is left. */
const amount = v.nullable(number);
/** Ticks of the operator: without them the step is refused. */
const ticks = {
  allow_delivered: v.boolean(),
  allow_overpayment: v.boolean(),
};

/** A month such as 2026-11. */
const MONTH = /^20[0-9]{2}-(?:0[1-9]|1[0-2])$/;

/** Code of a project; for the service also `all`. */
const project = id;
/** The moment of a later publication, ms since the epoch by the shop's clock; absent: now. */
const publish_at = v.optional(number);
/** The newest change that the operator has seen; 0: none. Another one since refuses the step. Null: whatever it is. */
const seen = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));
const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647));
const entries = (most: number) =>
  v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(most)));
export const roles = v.pipe(
  v.array(v.picklist(CONSOLE_ROLES)),
  v.minLength(1),
  v.maxLength(CONSOLE_ROLES.length),
  v.check((list) => isOnce(list)),
);
/** Codes of projects; empty: all. */
export const projects = v.pipe(
  v.array(id),
  v.maxLength(100),
  v.check((list) => isOnce(list)),
);
const operatorName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64));
export const SERVICE_STATES = ['open', 'maintenance', 'closed'] as const;
/** All projects together, where a step takes a project. */
export const ALL_PROJECTS = 'all';

const define = <const Kind extends ActionKind, const Entries extends v.ObjectEntries>(
  kind: Kind,
  entries: Entries,
) => v.strictObject({ kind: v.literal(kind), ...entries });

const ofEvent = { project, event_id: id, seen: version, publish_at, because };
/** Steps that publish new content, now or at a moment. */
export const publishable = v.variant('kind', [
  /** Publishes the live version with other prices. `seen` is the number of the live version. */
  define('change_prices', { project, seen: version, cells: priceCells, publish_at, because }),
  /** Publishes the live version with other fields of goods, another order on the shelf, or other methods. */
  define('change_goods', {
    project,
    seen: version,
    goods: goodEdits,
    order: v.optional(goodsOrder),
    ways: wayEdits,
    publish_at,
    because,
  }),
  /** Publishes the live version with other numbers of one event; `players` tell its cost. */
  define('change_event', { ...ofEvent, values: ruleValues, players }),
  /** Publishes the live version with other windows of one event. */
  define('change_window', { ...ofEvent, windows: eventWindows }),
  /** Publishes the live version with other files, which an import has kept. */
  define('publish_files', { project, seen: version, files: draftFiles, publish_at, because }),
]);

export const action = v.variant('kind', [
  define('refund_order', { order_id: id, amount, ...ticks, because }),
  define('refund_again', { refund_id: id, allow_delivered: v.boolean(), because }),
  /** A failed refund whose money was returned outside its gateway. Books it; sends nothing. */
  define('paid_outside', {
    refund_id: id,
    reference: bankNumber,
    allow_delivered: v.boolean(),
    /** The transfer paid other refunds under its number too. */
    allow_same_number: v.optional(v.boolean(), false),
    because,
  }),
  define('approve_refund', { request_id: id, amount, ...ticks, because }),
  define('approve_resend', { request_id: id, server_id: server, cid, because }),
  define('reject_request', { request_id: id, because }),
  /** Asks the gateway about the order's payments and refunds now instead of later. */
  define('ask_gateway', { order_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(100)) }),
  /** A delivery, resend or event mail that waits for its next try. */
  define('retry_mail', { mail_id: id }),
  define('retry_server', { project: id, server_id: server }),
  /** A refund or chargeback that a game was not told about, parked ones too. */
  define('retry_notice', { notice_id: noticeId }),
  /** A mail that waits because its game never answered. */
  define('settle_parked', {
    mail_id: id,
    as: v.picklist(['delivered', 'undelivered', 'retry']),
    because,
  }),
  /** A resend or an event mail that its game refused. */
  define('settle_mail', { mail_id: id, because }),
  define('settle_message', { message_id: number, because }),
  define('confirm_chargeback', { message_id: number, because }),
  define('set_flag', { player_id: id, because }),
  define('clear_flag', { player_id: id, because }),
  define('end_pause', { player_id: id, because }),
  define('log_out', { player_id: id, because }),
  define('add_note', {
    object: v.picklist(['order', 'player']),
    object_id: id,
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2_000)),
  }),
  define('set_service', {
    project,
    state: v.picklist(SERVICE_STATES),
    /** End of a maintenance, ms since the epoch by the shop's clock; null: an operator opens. */
    opens_at: v.nullable(number),
    seen,
    because,
  }),
  /** Countries and networks that are refused; null keeps a list. */
  define('set_refused', {
    project,
    countries: entries(300),
    networks: entries(200),
    seen,
    because,
  }),
  /** Takes the operator's own change back that came after `seen`. */
  define('undo_service', { project, seen: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  /** Logs every player of a project out, as after a leak. */
  define('end_sessions', { project, because }),
  define('switch_method', {
    project,
    pay_id: id,
    state: v.picklist(['on', 'off']),
    /** Null: everywhere. */
    country: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
    seen,
    because,
  }),
  define('undo_method', {
    project,
    pay_id: id,
    seen: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  ...publishable.options,
  /** Takes back a planned publication, or closes one that was not made. */
  define('cancel_publication', { publication_id: id, because }),
  /** Ends a running event for its players until it is resumed. */
  define('pause_event', { project, event_id: id, because }),
  define('resume_event', { project, event_id: id, because }),
  /** Publishes the files of an older version. */
  define('roll_back_catalogue', { project, seen: version, version, because }),
  /** Closes a difference between a statement and the ledger. Books nothing. */
  define('settle_difference', { difference_id: number, because }),
  /** The worker compares a day (UTC) of all gateways again. */
  define('compare_day', { day: v.pipe(v.string(), v.isoDate()) }),
  /** Keeps the settlement of a month (UTC) of all projects as it is now. */
  define('close_month', { month: v.pipe(v.string(), v.regex(MONTH)), because }),
  /** Lets the asker save one file with every row about a character. */
  define('export_person', { player_id: id, because }),
  /** Erases a character as `npm run erase` does. */
  define('erase_person', { player_id: id, because }),
  /** Ends an operator's sessions; the operator signs in no more until restored. */
  define('remove_operator', { operator_id: id, because }),
  /** Makes an operator, and an address that lets the person join once. */
  define('invite_operator', { name: operatorName, roles, projects, because }),
  define('change_roles', { operator_id: id, roles, projects, because }),
  /** Takes every credential away, and makes a new address. */
  define('reset_operator', { operator_id: id, because }),
  define('restore_operator', { operator_id: id, because }),
  /** Makes a token with which a script reads the API. */
  define('make_token', {
    name: operatorName,
    permissions: tokenPermissions,
    projects,
    days,
    because,
  }),
  /** The token is used no more. */
  define('end_token', { token_id: id, because }),
  /** Tells an address of the publisher of events, signed with a secret that is shown once. */
  define('make_webhook', { name: operatorName, url, types, projects, because }),
  /** Makes a new secret. The old one signs beside it for a day. */
  define('renew_webhook', { webhook_id: id, because }),
  define('end_webhook', { webhook_id: id, because }),
  /** Off, its messages wait. */
  define('switch_webhook', { webhook_id: id, state: v.picklist(['on', 'off']), because }),
  define('test_webhook', { webhook_id: id }),
  /** Sends one message again, or at once. */
  define('resend_webhook', { message_id: number }),
  /** Sends the messages again that were written since a moment, ms since the epoch. */
  define('replay_webhook', { webhook_id: id, since: number, because }),
]);
export type Action = v.InferOutput<typeof action>;
/** Whether a step needs a passkey or a code: money, and what stops all sales. */
export const needsProof = (step: Action): boolean =>
  ACTIONS[step.kind].isMoney ||
  (step.kind === 'set_service' &&
    (step.state === 'closed' || (step.state !== 'open' && step.project === ALL_PROJECTS)));
export type ActionOf<K extends ActionKind> = Extract<Action, { readonly kind: K }>;
