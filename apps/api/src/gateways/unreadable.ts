import { createHash } from 'node:crypto';
import type { Notification } from './port.ts';

export const NO_CONTENT = {
  attemptId: null,
  gatewayRef: null,
  result: null,
  update: null,
} as const;

/** A verified message that cannot be read, stored once under its hash. */
export function unreadable(rawBody: Buffer): Notification {
  const hash = createHash('sha256').update(rawBody).digest('hex');
  return { eventKey: `UNREADABLE|${hash}`, eventType: 'UNREADABLE', ...NO_CONTENT };
}
