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
