import type { Operation } from './operations.ts';

/** Operations about reconciliation and settlement. */
export const BOOK_OPERATIONS = {
  reconciliation: {
    method: 'GET',
    path: '/reconciliation',
    needs: 'books.read',
    summary: 'The last 30 days of the gateways’ statements against the ledger.',
  },
  ledgerBalances: {
    method: 'GET',
    path: '/reconciliation/balances',
    needs: 'books.read',
    summary: 'Balances of the ledger’s accounts by currency, and whether both sides sum to zero.',
  },
  reconciliationDay: {
    method: 'GET',
    path: '/reconciliation/:day',
    needs: 'books.read',
    summary: 'One day of each gateway, with its differences.',
  },
  settlement: {
    method: 'GET',
    path: '/settlement',
    needs: 'settlement.read',
    summary: 'Money that each project and channel moved in a period.',
  },
  settlementEntries: {
    method: 'GET',
    path: '/settlement/entries',
    needs: 'settlement.read',
    summary: 'Movements and orders behind one row of a settlement, the oldest first.',
  },
  settlementCsv: {
    method: 'GET',
    path: '/settlement/csv',
    needs: 'settlement.read',
    summary: 'The settlement as the CSV that `npm run settlement` writes, with its SHA-256.',
  },
  owedMoney: {
    method: 'GET',
    path: '/reconciliation/owed',
    needs: 'books.read',
    summary: 'Money that bought nothing and has no refund on its way, the longest owed first.',
  },
  reconciliationCsv: {
    method: 'GET',
    path: '/reconciliation/:day/csv',
    needs: 'books.read',
    summary: 'One day of each gateway and its differences as CSV, with its SHA-256.',
  },
} as const satisfies Record<string, Operation>;
