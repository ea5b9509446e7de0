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
  return `${role.server_id}/${role.cid} ${role.name}`;
}

export function at(time: Date | null): string {
  return time === null ? '' : time.toISOString().slice(0, 19).replace('T', ' ');
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

/** What sends money back that is owed: the refused refund once more, or a new one. */
export function wayBack(owed: { readonly order_id: string; readonly refused: string | null }) {
  const words = owed.refused === null ? `refund ${owed.order_id}` : `refund-again ${owed.refused}`;
  return `npm run resolve -- ${words} --because "…"`;
}
