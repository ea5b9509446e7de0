import { readWhole, type Fields } from './fields.ts';

type Limit = { readonly stepUsd: number; readonly dayUsd: number };

/** The most that an operator moves without a second person, in whole US dollars. */
export type ConsoleLimits = {
  readonly support: Limit;
  /** Also of admins, and of commands. */
  readonly finance: Limit;
  /** The most of a person with a second one: beyond it, only a command with `--break-glass`. */
  readonly ceiling: Limit;
  /** A larger change of a price within a day, in per cent, needs a second person. */
  readonly pricePercent: number;
};

const RANGE = [0, 1_000_000] as const;

export function readConsoleLimits(fields: Fields): ConsoleLimits {
  return {
    support: {
      stepUsd: readWhole(fields, 'CONSOLE_LIMITS_SUPPORT_STEP', 50, RANGE),
      dayUsd: readWhole(fields, 'CONSOLE_LIMITS_SUPPORT_DAY', 500, RANGE),
    },
    finance: {
      stepUsd: readWhole(fields, 'CONSOLE_LIMITS_FINANCE_STEP', 500, RANGE),
      dayUsd: readWhole(fields, 'CONSOLE_LIMITS_FINANCE_DAY', 10_000, RANGE),
    },
    ceiling: {
      stepUsd: readWhole(fields, 'CONSOLE_LIMITS_CEILING_STEP', 10_000, RANGE),
      dayUsd: readWhole(fields, 'CONSOLE_LIMITS_CEILING_DAY', 50_000, RANGE),
    },
    pricePercent: readWhole(fields, 'CONSOLE_LIMITS_PRICE_PERCENT', 5, [0, 100]),
  };
}

/** Hours. The operators of a sandbox are new, and confirm at once. */
export function readConfirmAge(fields: Fields, isProduction: boolean): number {
  return readWhole(fields, 'CONSOLE_CONFIRM_AGE_H', isProduction ? 24 : 0, [0, 720]);
}
