/** Result at the card's bank (contract §6). */
export type CardOutcome =
  | 'success'
  | 'declined'
  | 'insufficient_balance'
  | 'challenge'
  | 'challenge_then_declined'
  | 'pending_then_success'
  | 'pending_until_told'
  | 'success_then_dispute'
  | 'silence_money_taken'
  | 'silence_nothing_taken';

const OUTCOMES: ReadonlyMap<string, CardOutcome> = new Map([
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient_balance'],
  ['4000000000000069', 'silence_money_taken'],
  ['4000000000000119', 'silence_nothing_taken'],
  ['4000000000003220', 'challenge'],
  ['4000000000003063', 'challenge_then_declined'],
  ['4000000000000077', 'pending_then_success'],
  ['4000000000000085', 'pending_until_told'],
  ['4000000000000259', 'success_then_dispute'],
]);

/** Kept cards that behave otherwise than their first payment. */
const KEPT: ReadonlyMap<string, KeptBehaviour> = new Map([
  ['4000000000000341', { outcome: 'declined' }],
  ['4000000000000424', { outcome: 'silence_money_taken' }],
  ['4000000000000515', { asksCode: true }],
  ['4000000000000630', { tellsFirst: true }],
]);

type KeptBehaviour = {
  readonly outcome?: CardOutcome;
  /** `ifCVV`: each payment needs the security code. */
  readonly asksCode?: true;
  /** Its TOKENIZATION notice comes before the payment's. */
  readonly tellsFirst?: true;
};

/** Stored card data, without the number. */
export type Card = {
  readonly org: string;
  readonly masked: string;
  readonly bin: string;
  readonly last4: string;
  readonly holder: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly outcome: CardOutcome;
  /** Absent: as at first. */
  readonly kept?: KeptBehaviour;
};

export type CardRefusal = {
  readonly field: 'number' | 'expiry' | 'cvv' | 'holder';
  readonly msg: string;
};

const ORGS: readonly { org: string; pattern: RegExp; lengths: readonly number[] }[] = [
  { org: 'AMEX', pattern: /^3[47]/, lengths: [15] },
  { org: 'JCB', pattern: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { org: 'DINERS', pattern: /^3(?:0[0-5]|[689])/, lengths: [14, 16] },
  { org: 'MASTERCARD', pattern: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { org: 'UNIONPAY', pattern: /^62/, lengths: [16, 17, 18, 19] },
  { org: 'DISCOVER', pattern: /^6(?:011|4[4-9]|5)/, lengths: [16] },
  { org: 'VISA', pattern: /^4/, lengths: [16, 13, 19] },
];

/** Validates a card: any future expiry, any code of the brand's length. */
export function readCard(
  typed: { number: string; expiry: string; cvv: string; holder: string },
  now: Date,
): Card | CardRefusal {
  const number = typed.number.replace(/[\s-]/g, '');
  const brand = ORGS.find(({ pattern }) => pattern.test(number));
  if (!brand?.lengths.includes(number.length) || !/^[0-9]+$/.test(number) || !passesLuhn(number)) {
    return { field: 'number', msg: 'the card number is not a card number' };
  }
  const expiry = /^(0[1-9]|1[0-2]) ?\/ ?([0-9]{2})$/.exec(typed.expiry.trim());
  const [, month = '', year = ''] = expiry ?? [];
  if (!expiry) return { field: 'expiry', msg: 'the expiry is not MM/YY' };
  // A card is valid to the end of its month in every time zone.
  const endsAt = Date.UTC(2000 + Number(year), Number(month), 1, 12);
  if (endsAt <= now.getTime()) return { field: 'expiry', msg: 'the card has expired' };
  const codeLength = brand.org === 'AMEX' ? 4 : 3;
  if (!/^[0-9]+$/.test(typed.cvv) || typed.cvv.length !== codeLength) {
    return { field: 'cvv', msg: `the code has ${codeLength} digits` };
  }
  const holder = typed.holder.trim();
  if (holder.length > 128) return { field: 'holder', msg: 'the name is too long' };
  const last4 = number.slice(-4);
  const kept = KEPT.get(number);
  return {
    org: brand.org,
    masked: `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${last4}`,
    bin: number.slice(0, 6),
    last4,
    holder: maskName(holder),
    expiryMonth: month,
    expiryYear: `20${year}`,
    outcome: OUTCOMES.get(number) ?? 'success',
    ...(kept && { kept }),
  };
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const counted = index % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

function maskName(name: string): string {
  return name.length < 3
    ? '*'.repeat(name.length)
    : `${name[0]}${'*'.repeat(name.length - 2)}${name.at(-1)}`;
}
