import type { Store } from '../store.ts';
import { isFields, type Fields } from '../shape.ts';
import type { Recipient } from './mailbox.ts';

/** A refund or a chargeback as the shop told it. */
export type Notice = Recipient & { readonly notice: Fields; readonly told_at: number };

export type Notices = ReturnType<typeof createNotices>;

const KINDS: readonly unknown[] = ['refund', 'chargeback'];

export function createNotices(store: Store) {
  const byCharacter = new Map<string, Notice[]>();
  const notices = store.table<Notice>('notice', (_id, notice) => {
    if (!notice) return;
    const key = keyOf(notice);
    byCharacter.set(key, [...(byCharacter.get(key) ?? []), notice]);
  });
  return {
    /** Idempotent by `notice_id`: a repeat changes nothing. */
    put: (to: Recipient, notice: Fields): void => {
      const id = `${to.game_id}|${String(notice['notice_id'])}`;
      if (notices.get(id)) return;
      store.commit([notices.put(id, { ...to, notice, told_at: Date.now() })]);
    },
    /** In the order in which they were told. */
    read: (to: Recipient): readonly Notice[] => byCharacter.get(keyOf(to)) ?? [],
  };
}

/** The notice as a strict game reads it; null when it is invalid. */
export function readNotice(value: unknown): Fields | null {
  if (!isFields(value)) return null;
  const { notice_id, kind, order_id, order_no, products, price, amount, total, at, test } = value;
  const texts = [notice_id, order_id, order_no];
  const isWhole =
    texts.every((text) => typeof text === 'string' && text !== '') &&
    KINDS.includes(kind) &&
    Array.isArray(products) &&
    [price, amount, total].every(isFields) &&
    Number.isSafeInteger(at) &&
    typeof test === 'boolean';
  return isWhole ? value : null;
}

function keyOf({ game_id, server_id, cid }: Recipient): string {
  return `${game_id}|${server_id}|${cid}`;
}
