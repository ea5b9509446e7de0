/** Periods in which a character may buy at most so many of a good. Without validation code, for pages. */
export const LIMIT_PERIODS = ['once', 'day', 'week', 'month'] as const;
