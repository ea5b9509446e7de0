import { createHash, randomBytes } from 'node:crypto';

/** Ids as W3C Trace Context writes them: 32 and 16 hexadecimal digits, never all zero. */
export type SpanIds = { readonly traceId: string; readonly spanId: string };

const LABEL = 'webpay-trace:';
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * The trace of a key, and the id of its first span. Every process derives the same ids, so nothing about a trace is stored or
 * sent from one process to the next.
 */
export function idsOfKey(key: string): SpanIds {
  const hash = createHash('sha256')
    .update(LABEL + key)
    .digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}

/**
 * Reads a caller's `traceparent`, which is hostile input. Its flags are not read: no caller decides what is sampled.
 * @returns null for any text but version 00 with ids that are not zero
 */
export function readTraceparent(header: string | readonly string[] | undefined): SpanIds | null {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(String(header ?? '')) ?? [];
  return /[^0]/.test(traceId) && /[^0]/.test(spanId) ? { traceId, spanId } : null;
}

export function writeTraceparent({ traceId, spanId }: SpanIds, isSampled: boolean): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
