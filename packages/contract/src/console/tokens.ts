import type { OperationName } from './operations.ts';
import type { Permission } from './permissions.ts';

/** Permissions that a token can have. They read, and reveal no masked value. */
export const TOKEN_PERMISSIONS = [
  'order.read',
  'event.read',
  'catalogue.read',
  'books.read',
  'settlement.read',
] as const satisfies readonly Permission[];
export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

/** Data behind each permission of a token, as pages and audit entries name it. */
export const TOKEN_READS: Readonly<Record<TokenPermission, string>> = {
  'order.read': 'orders, refunds and disputes',
  'event.read': 'events and their results',
  'catalogue.read': 'prices and goods',
  'books.read': 'reconciliation and balances',
  'settlement.read': 'settlement',
};

/** Life of a token in days. */
export const TOKEN_DAYS = { least: 1, most: 366, usual: 90 } as const;

/**
 * Operations that a script calls with a token. All others need the session of a person: the page of an order has notes of
 * operators and words of players.
 */
export const TOKEN_OPERATIONS = [
  'orders',
  'ordersCsv',
  'unresolved',
  'deliveries',
  'refunds',
  'disputes',
  'events',
  'event',
  'eventResults',
  'eventResultsCsv',
  'catalogue',
  'goods',
  'reconciliation',
  'reconciliationDay',
  'reconciliationCsv',
  'ledgerBalances',
  'owedMoney',
  'settlement',
  'settlementEntries',
  'settlementCsv',
] as const satisfies readonly OperationName[];

export function takesToken(name: OperationName): boolean {
  const names: readonly OperationName[] = TOKEN_OPERATIONS;
  return names.includes(name);
}
