import { complain, given, readWhole, type Fields } from './fields.ts';

/** Days after the end; orders, payments, refunds and the ledger are retained for ever, as law requires. */
export const RETENTION_DAYS = {
  /** Ended or expired sessions. */
  sessions: 30,
  /** Notices of event reminders. */
  notices: 180,
  /** Password changes and log-outs by an operator. */
  access: 400,
  /** Unchanged carts. */
  carts: 180,
  /** Imported files of the console that were never published. */
  drafts: 30,
  /** Payment form data of ended payments. */
  forms: 30,
  /** Bodies of applied gateway messages: longer than a bank may ask about them. */
  messages: 400,
  /** Ended mails of the outbox, with their attempts: as long as messages. */
  mails: 400,
  /** Players without orders, flag and access password. */
  players: 730,
} as const;
export type Retained = keyof typeof RETENTION_DAYS;
export type RetentionDays = Readonly<Record<Retained, number>>;

// Verified by the table above, whose keys these are.
export const RETAINED = Object.keys(RETENTION_DAYS) as readonly Retained[];

/** Audit records and drafts of the last 30 days stay whatever is configured: the database's own functions delete none of them. */
const FEWEST_DAYS: Readonly<Partial<Record<Retained, number>>> = { access: 30, drafts: 30 };

export const fewestRetentionDays = (kind: Retained): number => FEWEST_DAYS[kind] ?? 1;

/** A hundred years, which keeps dates within their range. */
export const MAX_RETENTION_DAYS = 36_500;

/** How long data stays. A bank may ask about a payment for 18 months, so the history of orders stays as long whatever is said. */
export function readRetention(fields: Fields): {
  readonly retentionDays: RetentionDays;
  readonly archiveMonths: number;
} {
  const archiveMonths = readWhole(fields, 'ARCHIVE_MONTHS', 24, [18, 1_200]);
  return { retentionDays: readRetentionDays(fields), archiveMonths };
}

/** Reads `sessions=60,messages=800`; a kind that is not named keeps its default. */
function readRetentionDays(fields: Fields): RetentionDays {
  const days: Record<Retained, number> = { ...RETENTION_DAYS };
  for (const pair of given(fields, 'RETENTION_DAYS')?.split(',') ?? []) {
    const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
    const kind = RETAINED.find((each) => each === name);
    const count = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (kind !== undefined && count >= 1 && count < fewestRetentionDays(kind)) {
      const why = `${fewestRetentionDays(kind)} days or more, because the database keeps it so long`;
      complain(fields, 'RETENTION_DAYS', `holds "${pair.trim()}": ${kind} takes ${why}`);
    } else if (kind !== undefined && count >= 1 && count <= MAX_RETENTION_DAYS) days[kind] = count;
    else complain(fields, 'RETENTION_DAYS', `holds "${pair.trim()}": ${EXPECTED}`);
  }
  return days;
}

const EXPECTED = `not a kind of ${RETAINED.join(', ')} with 1 to ${MAX_RETENTION_DAYS} days, like sessions=60`;
