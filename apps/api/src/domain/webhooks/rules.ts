import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/http-client/public-call.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Endpoints of a shop that have not ended. */
export const MAX_ENDPOINTS = 20;
/** Messages that wait for one endpoint. With more it is switched off, so that a dead receiver fills no disk. */
export const MAX_WAITING = 50_000;
/** Messages that one replay sends again. */
export const MAX_REPLAYED = 10_000;
/** A message that no try delivered in this time is given up. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
/** Both secrets of an endpoint sign for this long after a change. */
export const OLD_SECRET_MS = 24 * HOUR_MS;
/** A worker holds a message for this long; the receiver has 10 s of it. */
export const CALL_MS = 10 * SECOND_MS;
/** The longest wait that a receiver may ask for. */
const LONGEST_ASKED_MS = HOUR_MS;

const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/** Ms until the next try after `tries`, at least 1: growing, then every 8 hours. `scale`: Config.waitScale. */
export function nextTryMs(tries: number, scale: number): number {
  return (WAITS_MS[tries - 1] ?? 8 * HOUR_MS) * scale;
}

/** Ms that `Retry-After` asks for, at most an hour; null: it asks for nothing that can be read. */
export function askedWaitMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * SECOND_MS
    : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_ASKED_MS) : null;
}

const PREFIX = 'whsec_';

/** A secret of 32 bytes as its receiver is given it. */
export const secretText = (bytes: Buffer): string => PREFIX + bytes.toString('base64');

/**
 * The headers of a message (Standard Webhooks 1.0).
 * @param secrets each signs, so that a receiver may hold either
 */
export function signedHeaders(
  id: string,
  atMs: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const at = String(Math.floor(atMs / SECOND_MS));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * An address that messages may be sent to; null: it may not. Production takes public https alone.
 * @param isLocal the sandbox, whose receivers are on this machine
 */
export function readEndpointUrl(text: string, isLocal: boolean): string | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || url.href.length > 500) return null;
  // Every role reads the address, and the audit log keeps it: these parts could carry a secret.
  if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) return null;
  if (isLocal) return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1');
  const isNamed = isIP(host) === 0 && host.includes('.');
  return url.protocol === 'https:' && (isNamed || isPublicAddress(host)) ? url.href : null;
}
