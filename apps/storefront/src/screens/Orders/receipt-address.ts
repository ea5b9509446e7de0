import { paths, withOrder } from '../../router/paths.ts';

/** Returns the receipt's address: `/miniflix/orders#order=…&receipt`. */
export function receiptAddress(project: string, token: string): string {
  return `${withOrder(paths.orders(project), token)}&receipt`;
}

export function isReceiptAddress(hash: string): boolean {
  return /&receipt(?:[&?]|$)/.test(hash);
}
