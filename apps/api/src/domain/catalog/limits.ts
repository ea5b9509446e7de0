import { unreachable } from '../../platform/unreachable.ts';
import type { GoodsRow } from './queries.ts';

type LimitPeriod = NonNullable<GoodsRow['limit_period']>;

const DAY_MS = 86_400_000;
/** Later than every order, and within a year that PostgreSQL reads. */
const NEVER = Date.UTC(9999, 0);

/** Start of a limit's window, UTC: days at 00:00, weeks on Monday, months on the 1st. */
export function limitWindowStart(period: LimitPeriod, now: Date): Date {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const day = now.getUTCDate();
  switch (period) {
    case 'once':
      return new Date(0);
    case 'day':
      return new Date(Date.UTC(year, month, day));
    case 'week': {
      const daysSinceMonday = (now.getUTCDay() + 6) % 7;
      return new Date(Date.UTC(year, month, day - daysSinceMonday));
    }
    case 'month':
      return new Date(Date.UTC(year, month, 1));
    default:
      return unreachable('period', period);
  }
}

/** End of the same window, which belongs to the next one. */
export function limitWindowEnd(period: LimitPeriod, now: Date): Date {
  const start = limitWindowStart(period, now);
  switch (period) {
    case 'once':
      return new Date(NEVER);
    case 'day':
      return new Date(start.getTime() + DAY_MS);
    case 'week':
      return new Date(start.getTime() + 7 * DAY_MS);
    case 'month':
      return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    default:
      return unreachable('period', period);
  }
}
