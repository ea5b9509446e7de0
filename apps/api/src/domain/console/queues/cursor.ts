import type { Ctx } from '../../../context.ts';
import { isMacOf, macOf } from '../../../platform/keys.ts';
import { refused, type Refused } from '../../operators/operator.ts';

/** The place after a page's last row: a time, as the database writes it, and an id. */
export type Place = { readonly placeAt: string; readonly placeId: string };

export const STALE: Refused = refused(
  400,
  'bad_cursor',
  'Open the list again: this page of it is unknown.',
);
/** Before the first row of a list that begins with the oldest, or with the newest. */
export const FROM_OLDEST: Place = { placeAt: '-infinity', placeId: '' };
export const FROM_NEWEST: Place = { placeAt: 'infinity', placeId: '' };

const signed = (list: string, text: string) => `console:${list}:${text}`;

export function writePlace(
  { orderTokenKey }: Ctx,
  list: string,
  { placeAt, placeId }: Place,
): string {
  const text = Buffer.from(`${placeId} ${placeAt}`).toString('base64url');
  return `${text}.${macOf(orderTokenKey, signed(list, text)).toString('base64url')}`;
}

/** Null: it was not written here, or for another list. */
export function readPlace({ orderTokenKey }: Ctx, list: string, given: string): Place | null {
  const [text = '', mac = ''] = given.split('.');
  if (!isMacOf(orderTokenKey, signed(list, text), Buffer.from(mac, 'base64url'))) return null;
  const [placeId = '', ...at] = Buffer.from(text, 'base64url').toString().split(' ');
  return { placeId, placeAt: at.join(' ') };
}

/** The rows of a page, of which one more was read, and the cursor after them. */
export function pageOf<Row extends { readonly id: string; readonly at: string | null }>(
  ctx: Ctx,
  list: string,
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined && last.at !== null;
  if (!hasMore) return { shown, next: null };
  return { shown, next: writePlace(ctx, list, { placeAt: last.at, placeId: last.id }) };
}
