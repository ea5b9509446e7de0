import type { Letter, MailItem, Recipient } from './mailbox.ts';
import { isFields } from '../shape.ts';

const KEY = /^[a-z_]+:.+$/;
const LONGEST_KEY = 160;
const LONGEST_TITLE = 300;
const LONGEST_BODY = 10_000;
const MOST_ITEMS = 100;

/** Parses a mail as the game's mail service does; null when it is invalid. */
export function readLetter(to: Recipient, params: readonly unknown[]): Letter | null {
  const [key, title, body, items] = params;
  if (typeof key !== 'string' || !KEY.test(key) || key.length > LONGEST_KEY) return null;
  if (typeof title !== 'string' || title.length === 0 || title.length > LONGEST_TITLE) return null;
  if (typeof body !== 'string' || body.length > LONGEST_BODY) return null;
  if (!Array.isArray(items) || items.length > MOST_ITEMS) return null;
  const read = items.map(readItem);
  const whole = read.filter((item) => item !== null);
  return whole.length === read.length ? { ...to, key, title, body, items: whole } : null;
}

function readItem(value: unknown): MailItem | null {
  if (!isFields(value)) return null;
  const { item_id, name, count } = value;
  if (typeof item_id !== 'string' && typeof item_id !== 'number') return null;
  if (typeof name !== 'string') return null;
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) return null;
  return { item_id: String(item_id), name, count };
}
