/**
 * The key of a message in the inbox. A named merchant's begins with its own key, so that no merchant's message takes the
 * place of another one's, and so that the row says whose keys verified it.
 */
export function eventKeyOf(merchant: string | null, eventKey: string): string {
  if (merchant !== null) return `@${merchant}/${eventKey}`;
  // A gateway's own key of this form names no merchant.
  return eventKey.startsWith('@') ? `@/${eventKey}` : eventKey;
}

/** SQL for the merchant in a column of such keys; null: the default one. */
export const merchantIn = (column: string) =>
  `substring(${column} from '^@([a-z][a-z0-9_]{0,15})/')`;
