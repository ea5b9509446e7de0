import {
  SANDBOX_METHODS,
  type PayMethod,
} from '../../../apps/api/src/config/methods/read-methods.ts';

/** Ends of a purchase by a local method; docs/payments.md §5 names the tests of cards and wallets. */
export const OUTCOMES = [
  'paid',
  'declined',
  'left',
  'expired',
  'late',
  'other_sum',
  'twice',
  'refunded',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

type Flow = 'redirect' | 'qr' | 'voucher';
export type LocalMethod = PayMethod & { readonly flow: Flow };

const isLocal = (method: PayMethod): method is LocalMethod =>
  ['redirect', 'qr', 'voucher'].includes(method.flow);

/** Every local method of the product's own data, so that a new one is in the table by itself. */
const METHODS: readonly LocalMethod[] = [...SANDBOX_METHODS.values()].filter(isLocal);

/** A cash desk takes the money or does not; it refuses no code. */
const IMPOSSIBLE: ReadonlySet<string> = new Set(['voucher declined']);

export type Cell = { readonly method: LocalMethod; readonly outcome: Outcome };

export const CELLS: readonly Cell[] = METHODS.flatMap((method) =>
  OUTCOMES.filter((outcome) => !IMPOSSIBLE.has(`${method.flow} ${outcome}`)).map((outcome) => ({
    method,
    outcome,
  })),
);
