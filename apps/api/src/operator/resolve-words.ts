import { fromMinor } from '@webpay/contract/money';

/** How what `npm run resolve` prints says sums, characters and times. */

export function sum(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).amount} ${currency}`;
}

export function who(role: {
  readonly server_id: string;
  readonly cid: string;
  readonly name: string;
}): string {
  return inOneLine(`${role.server_id}/${role.cid} ${role.name}`);
}

export function at(time: Date | null): string {
  return time === null ? '' : time.toISOString().slice(0, 19).replace('T', ' ');
}

/** What others wrote begins no line of ours. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Rows of a list, with how many there are: lists end after the first 200. */
export function counted(rows: readonly { readonly total_count: number }[], what: string): string {
  const all = rows[0]?.total_count ?? 0;
  if (all === rows.length) return `${all} ${what}`;
  return `${rows.length} of ${all} ${what} (the others follow when these are dealt with)`;
}

/** Everything unprintable but line ends and tabs, and marks that turn the text after them round. */
const UNPRINTABLE = /[\u202A-\u202E\u2066-\u2069]|(?![\n\t])\p{Cc}/gu;

/** What players, games and gateways wrote moves no cursor and hides no word. */
export function printable(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}}`,
  );
}

/** What a word of a gateway told: its sums first, then kinds and numbers under their names. */
export function told(said: unknown): string {
  const { currency, ...fields } = fieldsOf(said);
  const given = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== '' && typeof value !== 'object',
  );
  const sums = given.flatMap(([name, value]) =>
    typeof currency === 'string' && Number.isSafeInteger(value) && /^amount$|_minor$/.test(name)
      ? [{ name, text: `${name.replace(/_minor$/, '')} ${sum(Number(value), currency)}` }]
      : [],
  );
  const others = given.filter(([name]) => !sums.some((each) => each.name === name));
  return [
    ...sums.map(({ text }) => text),
    ...others.map(([name, value]) => `${name} ${inOneLine(String(value))}`),
  ].join('  ');
}

/** What an entry of an order's history tells beside its name: a refund with its sum, why, and an operator's reason. */
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
    refund === undefined ? null : sum(refund.amount_minor, refund.currency),
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

/** What settles a second mail that its game refused. */
export function afterRefusal(mail: {
  readonly id: string;
  readonly request_id: string;
  readonly order_id: string;
}): readonly string[] {
  return [
    `npm run resolve -- approve ${mail.request_id} --to SERVER/CID`,
    `npm run resolve -- refund ${mail.order_id} --even-delivered --because "…"`,
    `npm run resolve -- settle ${mail.id} --because "…"`,
  ];
}

/** What deals with a word that did not fit. */
export function afterResult(word: {
  readonly id: number;
  readonly reason: string;
}): readonly string[] {
  const settle = `npm run resolve -- settle ${word.id} --because "…"`;
  return word.reason === 'reversal_not_confirmed' ? [seenGone(word), settle] : [settle];
}

/** A reversal that its gateway does not show (docs/decisions/0015). */
export function seenGone(word: { readonly id: number }): string {
  return `npm run resolve -- believe ${word.id} --because "…" once the gateway's own pages show the money gone`;
}

/** What sends money back that is owed: the refused refund once more, or a new one. */
export function wayBack(owed: { readonly order_id: string; readonly refused: string | null }) {
  const words = owed.refused === null ? `refund ${owed.order_id}` : `refund-again ${owed.refused}`;
  return `npm run resolve -- ${words} --because "…"`;
}
