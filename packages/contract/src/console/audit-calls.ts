import * as v from 'valibot';
import { define, empty, limit, moment, text } from './inputs.ts';
import { auditEntry, nullableText, nullableTime, pageOf, time } from './shapes.ts';

/** A line of the file of signed heads, checked when it is read. */
const auditHead = v.object({
  /** Null: the line is no head. */
  at: nullableTime,
  /** The last entry at that time; 0: the log was empty. */
  entry: v.nullable(v.number()),
  hash: nullableText,
  /** Whether the key signed the line. */
  is_signed: v.boolean(),
  /** Null: signed, and the log has that entry with that hash. */
  fault: nullableText,
  /** Whether AUDIT_ANCHOR_URL has taken the line. */
  is_taken: v.boolean(),
});

/** Input and answer of the audit log's pages (docs/console.md). */
export const AUDIT_CALLS = {
  audit: define(
    v.object({
      operator: v.optional(text(64)),
      action: v.optional(text(64)),
      object: v.optional(text(128)),
      from: v.optional(moment),
      until: v.optional(moment),
      after: v.optional(text(200)),
      limit: v.optional(limit),
    }),
    pageOf(auditEntry),
  ),
  checkAudit: define(
    empty,
    v.object({
      entries: v.number(),
      /** First entry that does not fit the chain; null: the chain is whole. */
      broken: v.nullable(v.object({ id: v.number(), why: v.string() })),
      head: v.string(),
    }),
  ),
  auditHeads: define(
    v.object({ after: v.optional(text(15)), limit: v.optional(limit) }),
    v.object({
      now: time,
      /** `off`: this process knows no file; `unreadable`: it cannot read the file that it knows;
       * `missing`: the file has no head, although heads were checked or taken. */
      state: v.picklist(['off', 'unreadable', 'missing', 'read']),
      /** Name of the file, without its folder. */
      file: nullableText,
      /** Lines of the file, newest first. */
      items: v.array(auditHead),
      next: nullableText,
      /** The last answer of AUDIT_ANCHOR_URL; null: it was never asked. */
      address: v.nullable(
        v.object({ host: v.string(), at: time, is_taken: v.boolean(), said: v.string() }),
      ),
      /** The last nightly check of chain and heads; null: none is kept. */
      nightly: v.nullable(
        v.object({
          at: time,
          entries: v.number(),
          heads: v.number(),
          /** Null: the log is whole, and agrees with its heads. */
          fault: nullableText,
        }),
      ),
    }),
  ),
} as const;
