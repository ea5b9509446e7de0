import type { Role } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';

/** The output of `npm run resolve`: sums, characters, times, follow-up commands and refusals. */

export function formatSum(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).amount} ${currency}`;
}

export function formatCharacter(role: Pick<Role, 'server_id' | 'cid' | 'name'>): string {
  return inOneLine(`${role.server_id}/${role.cid} ${role.name}`);
}

export function formatTime(time: Date | null): string {
  return time === null ? '' : time.toISOString().slice(0, 19).replace('T', ' ');
}

/** Joins text of players, games and gateways to one line. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Heading of a list with its total, because a list shows at most 200 rows. */
export function counted(rows: readonly { readonly total_count: number }[], what: string): string {
  const all = rows[0]?.total_count ?? 0;
  if (all === rows.length) return `${all} ${what}`;
  return `${rows.length} of ${all} ${what} (the others follow when these are settled)`;
}

/** Control characters except line ends and tabs, and bidirectional controls. */
const UNPRINTABLE = /[\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/gu;

/** Escapes control characters, so that foreign text cannot move the cursor or hide output. */
export function printable(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}}`,
  );
}

/** JSON whose texts print as they are: JSON itself escapes only the first 32 control characters. */
export function printableJson(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(
    UNPRINTABLE,
    (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The fields of a gateway message: sums first, then the others with their names. */
export function formatResult(result: unknown): string {
  const { currency, ...fields } = fieldsOf(result);
  const given = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== '' && typeof value !== 'object',
  );
  const sums = given.flatMap(([name, value]) =>
    typeof currency === 'string' && Number.isSafeInteger(value) && /^amount$|_minor$/.test(name)
      ? [{ name, text: `${name.replace(/_minor$/, '')} ${formatSum(Number(value), currency)}` }]
      : [],
  );
  const others = given.filter(([name]) => !sums.some((each) => each.name === name));
  return [
    ...sums.map(({ text }) => text),
    ...others.map(([name, value]) => `${name} ${inOneLine(String(value))}`),
  ].join('  ');
}

/** The details of an entry of an order's history: a refund with its sum, the cause and an operator's reason. */
export function detailOf(
  detail: unknown,
  refunds: readonly {
    readonly id: string;
    readonly amount_minor: number;
    readonly currency: string;
  }[],
): string {
  const fields = fieldsOf(detail);
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value.trim() !== '' ? inOneLine(value) : null;
  };
  const refund = refunds.find(({ id }) => id === fields['refund']);
  return [
    text('refund'),
    refund === undefined ? null : formatSum(refund.amount_minor, refund.currency),
    text('reason'),
    text('why'),
    text('code'),
    text('because') === null ? null : `because "${text('because')}"`,
  ]
    .flatMap((each) => (each === null ? [] : [`  ${each}`]))
    .join('');
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** The commands that settle a resend refused by its game. */
export function refusedMailCommands(mail: {
  readonly id: string;
  readonly request_id: string;
  readonly order_id: string;
}): readonly string[] {
  return [
    `npm run resolve -- approve ${mail.request_id} --to SERVER/CID`,
    `npm run resolve -- refund ${mail.order_id} --allow-delivered --because "…"`,
    `npm run resolve -- settle ${mail.id} --because "…"`,
  ];
}

/** The commands that settle a parked mail; a game's own records say which one is right. */
export function parkedCommands(mail: { readonly id: string }): readonly string[] {
  return ['--delivered', '--undelivered', '--retry'].map(
    (decision) => `npm run resolve -- settle ${mail.id} ${decision} --because "…"`,
  );
}

/** The commands that settle a quarantined gateway message. */
export function quarantineCommands(message: {
  readonly id: number;
  readonly reason: string;
}): readonly string[] {
  const settle = `npm run resolve -- settle ${message.id} --because "…"`;
  return message.reason === 'reversal_not_confirmed'
    ? [chargebackCommand(message), settle]
    : [settle];
}

/** The command for a reversal that its gateway does not show (docs/decisions/0015). */
export function chargebackCommand(message: { readonly id: number }): string {
  return `npm run resolve -- confirm-chargeback ${message.id} --because "…" once the gateway's own pages show the chargeback`;
}

/** The command that pays owed money back: a retry of the refused refund, or a new one. */
export function refundCommand(owed: {
  readonly order_id: string;
  readonly refused: string | null;
}) {
  const words = owed.refused === null ? `refund ${owed.order_id}` : `refund-again ${owed.refused}`;
  return `npm run resolve -- ${words} --because "…"`;
}

/** The commands about money that a gateway took and that is not in the ledger, beside its difference. */
export function foundMoneyCommands(difference: {
  readonly id: number;
  readonly day: string;
  readonly attempt_id: string | null;
  readonly next_step: 'decide' | 'repair' | null;
}): readonly string[] {
  const { id, day, attempt_id: attemptId, next_step: step } = difference;
  if (step === null) return [];
  if (step === 'repair') return [`npm run reconcile -- --day ${day} --repair`];
  const project = attemptId === null ? ' --project PROJECT' : '';
  return [
    `npm run resolve -- adopt ${id} --to PROJECT/SERVER/CID --product ID --because "…"`,
    `npm run resolve -- pay-back ${id}${project} --because "…"`,
  ];
}

const SENTENCES: Readonly<Record<string, string>> = {
  no_such_request: 'There is no such request: npm run resolve -- list shows the open ones.',
  no_such_order: 'There is no such order.',
  no_such_player: 'There is no such player in that project (and on that server).',
  no_such_project: 'Its project is not in the catalogue.',
  no_such_server: 'Its project has no such server.',
  no_such_character: 'The game knows no such character on that server.',
  flagged_already: 'An operator has flagged this player already.',
  not_flagged: 'This player is not flagged.',
  decided_already: 'This request is decided already.',
  asks_for_something_else:
    'This request is of another kind: approve a refund without --to, a wrong recharge with --to SERVER/CID.',
  nothing_was_paid: 'Nothing was paid for this order.',
  surplus_first:
    'This order still has an overpayment: npm run resolve -- refund ORDER --because "…" pays that back first (add --allow-overpayment to refund the other payment anyway).',
  surplus_refused:
    'This order still has an overpayment, because its gateway refused the refund: npm run resolve -- refund-again REFUND --because "…" retries it (add --allow-overpayment to refund the other payment anyway).',
  nothing_left: 'Nothing of its payment is left: it is refunded, being refunded, or lost.',
  more_than_is_left: 'That is more than is left of its payment.',
  case_open: 'A dispute about its payment is open: only a refund of all that is left is possible.',
  not_a_sum: 'That is not an amount.',
  not_a_step_of_the_gateway: 'Its gateway cannot move exactly this amount.',
  goods_were_given:
    'The goods were delivered, or may have been: add --allow-delivered (or --even-delivered) to refund anyway.',
  goods_are_being_given: 'The goods are being delivered now: try again in a minute.',
  no_such_refund: 'There is no such refund: npm run resolve -- list shows the failed ones.',
  refund_went_back: 'This refund has succeeded.',
  refund_on_its_way: 'This refund has not failed: the shop sends or queries it by itself.',
  refund_let_go:
    'This refund was cancelled, because its money went back another way: nothing is missing.',
  refund_sent_again_already: 'Another refund of this payment was made since.',
  refund_came_through:
    'The gateway reports now that REFUND succeeded after all: it is recorded as done.',
  refund_told_otherwise:
    'The gateway reports now that REFUND is in progress: the report is listed with the quarantined gateway messages.',
  refund_cannot_be_asked_about:
    'The gateway does not say what became of REFUND: nothing is sent, try again later.',
  refund_just_failed: 'Its gateway refused REFUND just now: repeat the command.',
  no_such_parked_mail:
    'No mail with that id is parked: npm run resolve -- list shows those that are.',
  no_such_reversal: 'No reversal with that number is waiting: npm run resolve -- list shows them.',
  refund_under_way:
    'A refund of this payment, or the sending of its goods, has not ended: try again when it has.',
  reversal_does_not_fit: 'The reversal does not match this payment: nothing is recorded.',
  no_such_difference: 'There is no difference with that number: npm run reconcile lists them.',
  difference_settled_already: 'This difference is settled already.',
  not_found_money: 'This difference is not about money that waits for a decision.',
  found_money_is_booked: 'This money is in the ledger already: nothing was done.',
  found_money_is_repaired:
    'The payment of this money is ours: npm run reconcile -- --day DAY --repair books it by itself.',
  found_money_has_no_statement:
    'The statement of its day cannot be read now: nothing was done, try again later.',
  found_money_is_gone:
    "The gateway's statement does not have this money any more: nothing was done.",
  found_money_is_back:
    'The gateway has paid this money back already, or a part of it: npm run reconcile -- --settle NUMBER closes the difference.',
  found_money_is_disputed:
    "The payer's bank disputes this money: answer the dispute at the gateway, then settle the difference.",
  found_money_differs: 'The gateway now names another payment or sum: nothing was done.',
  found_money_is_not_confirmed:
    'The gateway does not confirm this money now: nothing was done, try again later.',
  found_money_has_no_number:
    "The statement names no number of ours, so PayerMax cannot be asked: use the gateway's own pages.",
  found_money_needs_a_project:
    'No order of ours has the number of this money: add --project PROJECT, whose settlement then includes it.',
  found_money_has_its_project: 'An order of another project names this money: leave --project out.',
  no_such_goods: 'Its project sells no such product by itself (event goods cannot be adopted).',
  limit_is_reached: 'The character holds as many of this product as it may: choose another one.',
  player_is_flagged: 'This character is flagged: npm run resolve -- clear-flag first.',
  sum_differs:
    'The goods do not cost what was paid: add --allow-other-sum to give them for this money anyway.',
  sum_cannot_be_split: 'With --allow-other-sum, name one product whose count divides the sum.',
  same_character: 'That is the character the goods went to.',
  not_delivered_yet: 'The goods are not delivered yet: refund the order instead.',
  not_paid_any_more: 'The order is no longer paid.',
  delivered_again_already: 'The goods were sent a second time already.',
};

/** The sentence for a refusal's code. */
export function sentenceOf(why: string): string {
  return SENTENCES[why] ?? why;
}
