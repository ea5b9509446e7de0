import { ATTEMPT_STATES, DELIVERY_STATES, ORDER_STATES } from '@webpay/contract/order-states';

/** Filters of the order list. Each stands in the address under its own name. */

export type Choice = { readonly value: string; readonly label: string };

type FieldKind =
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  | { readonly kind: 'text'; readonly form: RegExp; readonly hint: string }
  | { readonly kind: 'time' }
  | { readonly kind: 'amount' };

export type Field = { readonly label: string } & FieldKind;

const named = <const Values extends readonly string[]>(
  values: Values,
  labels: Readonly<Record<Values[number], string>>,
): FieldKind => ({
  kind: 'choices',
  choices: values.map((value: Values[number]) => ({ value, label: labels[value] })),
});

const id = (hint: string): FieldKind => ({ kind: 'text', form: /^[\w-]{1,128}$/, hint });

export const FIELDS = {
  state: {
    label: 'State',
    ...named(ORDER_STATES, {
      open: 'not paid',
      waiting: 'waiting',
      success: 'paid',
      failed: 'failed',
      timeout: 'expired',
      refunded: 'refunded',
    }),
  },
  payment: {
    label: 'Payment',
    ...named(ATTEMPT_STATES, {
      CREATED: 'form open',
      SUBMITTING: 'being sent',
      REQUIRES_ACTION: 'bank asks the player',
      PROCESSING: 'processing',
      UNKNOWN: 'unresolved',
      SUCCEEDED: 'captured',
      FAILED: 'failed',
      EXPIRED: 'expired',
    }),
  },
  mail: {
    label: 'Mail',
    ...named(DELIVERY_STATES, {
      queued: 'queued',
      retrying: 'retrying',
      delivered: 'delivered',
      rejected: 'rejected',
      cancelled: 'cancelled',
    }),
  },
  money_back: {
    label: 'Money back',
    ...named(['none', 'pending', 'refused', 'done'], {
      none: 'none',
      pending: 'on its way',
      refused: 'refused',
      done: 'arrived',
    }),
  },
  dispute: {
    label: 'Dispute',
    ...named(['open', 'won', 'lost'], { open: 'open', won: 'won', lost: 'lost' }),
  },
  time: { label: 'Time', kind: 'time' },
  amount: { label: 'Amount', kind: 'amount' },
  method: { label: 'Method', ...id('card, paypal, apple_pay, google_pay') },
  country: { label: 'Country', kind: 'text', form: /^[A-Z]{2}$/, hint: 'DE' },
  server: { label: 'Server', ...id('S12') },
  product: { label: 'Product', ...id('gems-60') },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** A field without its literal types. */
export const fieldOf = (name: FieldName): Field => FIELDS[name];

/** Times by name. The start is a midnight, so that an address means the same all day. */
export const TIMES: readonly Choice[] = [
  { value: 'today', label: 'today, UTC' },
  { value: 'yesterday', label: 'yesterday, UTC' },
  { value: '7d', label: 'last 7 days' },
  { value: '30d', label: 'last 30 days' },
];

export const VIEWS = [
  { view: 'all', label: 'All' },
  { view: 'unresolved', label: 'Unresolved' },
  { view: 'undelivered', label: 'Paid, not delivered' },
  { view: 'declined', label: 'Declined' },
  { view: 'money_back', label: 'Money went back' },
  { view: 'disputed', label: 'Disputed' },
] as const;
export type View = (typeof VIEWS)[number]['view'];
