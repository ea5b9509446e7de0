import { AUDIT_OPERATIONS } from './audit-operations.ts';
import { BOOK_OPERATIONS } from './book-operations.ts';
import { CATALOGUE_OPERATIONS } from './catalogue-operations.ts';
import type { Permission } from './permissions.ts';
import { PERSON_OPERATIONS } from './person-operations.ts';
import { SIGN_IN_OPERATIONS } from './sign-in-operations.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/**
 * Every operation of the console's API by name (docs/console.md): routes, permission test, client and openapi.json are made
 * of this table. Separate from the shapes, so that the pages load no validation code.
 */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below CONSOLE_API; `:name` is a parameter. */
  readonly path: string;
  /** `session`: any signed-in operator. */
  readonly needs: 'nothing' | 'session' | Permission;
  readonly summary: string;
};

export const CONSOLE_API = '/console/api/v1';
/**
 * Says how old the rows of a read may be, in ms, because the caller knows of a change since. Absent: as old as the shop
 * allows where a replica answers.
 */
export const MAX_AGE_HEADER = 'x-most-age-ms';
/** Stands for the plan where a proof confirms a new passkey. */
export const ADDS_PASSKEY = 'add a passkey';
/** Stands for the plan where a proof confirms that one's own passkey goes. */
export const removesPasskey = (id: string): string => `remove the passkey ${id}`;
/** Stand for the plan where a proof confirms that a company account signs in, or no longer does. */
export const LINKS_COMPANY_ACCOUNT = 'link a company account';
export const UNLINKS_COMPANY_ACCOUNT = 'unlink the company account';

export const OPERATIONS = {
  ...SIGN_IN_OPERATIONS,
  signOut: { method: 'POST', path: '/sign-out', needs: 'session', summary: 'Ends the session.' },
  me: { method: 'GET', path: '/me', needs: 'session', summary: 'The operator and the session.' },
  mySecurity: {
    method: 'GET',
    path: '/me/security',
    needs: 'session',
    summary: 'Own passkeys and sessions.',
  },
  newPasskeyChallenge: {
    method: 'POST',
    path: '/me/passkeys/challenge',
    needs: 'session',
    summary: 'Starts the registration of a passkey, with a code or an older passkey as proof.',
  },
  addPasskey: {
    method: 'POST',
    path: '/me/passkeys',
    needs: 'session',
    summary: 'Registers a passkey.',
  },
  removePasskey: {
    method: 'POST',
    path: '/me/passkeys/:id/removal',
    needs: 'session',
    summary: 'Removes one of the own passkeys, with a code or a passkey as proof.',
  },
  linkCompanyAccount: {
    method: 'POST',
    path: '/me/company-account',
    needs: 'session',
    summary: 'Starts the link of the own company account, with a code or a passkey as proof.',
  },
  unlinkCompanyAccount: {
    method: 'POST',
    path: '/me/company-account/removal',
    needs: 'session',
    summary: 'Removes the own company account, with a code or a passkey as proof.',
  },
  endSession: {
    method: 'DELETE',
    path: '/me/sessions/:id',
    needs: 'session',
    summary: 'Ends one of the own sessions.',
  },
  search: {
    method: 'POST',
    path: '/search',
    needs: 'search',
    summary: 'Finds orders, payments, refunds, mails and characters by what a person may name.',
  },
  overview: {
    method: 'GET',
    path: '/overview',
    needs: 'order.read',
    summary: 'Whether anything is wrong, the figures of a day, and what waits for a person.',
  },
  changes: {
    method: 'GET',
    path: '/changes',
    needs: 'order.read',
    summary: 'A stream of server-sent events: counts, and the ids of orders that moved.',
  },
  orders: {
    method: 'GET',
    path: '/orders',
    needs: 'order.read',
    summary: 'Lists orders by filters, newest first.',
  },
  ordersCsv: {
    method: 'GET',
    path: '/orders-csv',
    needs: 'order.read',
    summary: 'A part of the list of orders as CSV, with its SHA-256.',
  },
  orderViews: {
    method: 'GET',
    path: '/views',
    needs: 'order.read',
    summary: 'Saved views of the order list: the own ones, and those that operators share.',
  },
  saveOrderView: {
    method: 'POST',
    path: '/views',
    needs: 'order.read',
    summary: 'Saves a view of the order list, or replaces the own one of that name.',
  },
  removeOrderView: {
    method: 'DELETE',
    path: '/views/:id',
    needs: 'order.read',
    summary: 'Removes a saved view.',
  },
  order: {
    method: 'GET',
    path: '/orders/:id',
    needs: 'order.read',
    summary: 'An order with its cause, history, money and goods.',
  },
  orderAnswer: {
    method: 'GET',
    path: '/orders/:id/answer',
    needs: 'order.read',
    summary: 'The answer for the player in one language.',
  },
  player: {
    method: 'GET',
    path: '/players/:id',
    needs: 'player.read',
    summary: 'A character with its money, orders, mails and sessions.',
  },
  ...PERSON_OPERATIONS,
  queues: {
    method: 'GET',
    path: '/queues',
    needs: 'order.read',
    summary: 'Counts of what waits for a person.',
  },
  requests: {
    method: 'GET',
    path: '/requests',
    needs: 'order.read',
    summary: "Players' requests, open or decided.",
  },
  request: {
    method: 'GET',
    path: '/requests/:id',
    needs: 'order.read',
    summary: 'One request with what an answer needs.',
  },
  unresolved: {
    method: 'GET',
    path: '/unresolved',
    needs: 'order.read',
    summary: 'Payments, refunds and messages without a certain result, by cause.',
  },
  deliveries: {
    method: 'GET',
    path: '/deliveries',
    needs: 'order.read',
    summary: 'Mails that were not given, by game server and reason.',
  },
  refunds: {
    method: 'GET',
    path: '/refunds',
    needs: 'order.read',
    summary: 'Refunds on their way, refused or done.',
  },
  service: {
    method: 'GET',
    path: '/service',
    needs: 'order.read',
    summary:
      'How each project is served, which ways to pay are off, and what the shop stopped by itself.',
  },
  testCall: {
    method: 'POST',
    path: '/service/test',
    needs: 'service.switch',
    summary: 'Asks a game or a gateway once, and moves no money.',
  },
  ...CATALOGUE_OPERATIONS,
  disputes: {
    method: 'GET',
    path: '/disputes',
    needs: 'order.read',
    summary: 'Disputes by their deadline, or ended ones.',
  },
  disputeEvidence: {
    method: 'GET',
    path: '/disputes/:provider/:id/evidence',
    needs: 'order.read',
    summary: 'The facts that answer a dispute.',
  },
  ...BOOK_OPERATIONS,
  events: {
    method: 'GET',
    path: '/events',
    needs: 'event.read',
    summary: 'Events of the projects, the running ones first.',
  },
  event: {
    method: 'GET',
    path: '/events/:project/:id',
    needs: 'event.read',
    summary: 'Rules and odds of an event, and its rounds.',
  },
  eventResults: {
    method: 'GET',
    path: '/events/:project/:id/results',
    needs: 'event.read',
    summary: 'Results of one round: who took part, what was claimed and sold.',
  },
  eventResultsCsv: {
    method: 'GET',
    path: '/events/:project/:id/results/csv',
    needs: 'event.read',
    summary: 'Results of one round as CSV, with its SHA-256.',
  },
  roleLookUp: {
    method: 'POST',
    path: '/characters/look-up',
    needs: 'request.decide',
    summary: 'Asks the game for the name of a character.',
  },
  previewAction: {
    method: 'POST',
    path: '/actions/preview',
    needs: 'session',
    summary: 'Tells what a step would do, and does nothing.',
  },
  stepUpChallenge: {
    method: 'POST',
    path: '/actions/challenge',
    needs: 'session',
    summary: 'Starts a confirmation by passkey, bound to one plan.',
  },
  act: {
    method: 'POST',
    path: '/actions',
    needs: 'session',
    summary: 'Does a step, or asks a second person for it.',
  },
  approvals: {
    method: 'GET',
    path: '/approvals',
    needs: 'order.read',
    summary: 'Steps that wait for a second person, and those decided of late.',
  },
  approval: {
    method: 'GET',
    path: '/approvals/:id',
    needs: 'order.read',
    summary: 'One waiting step, with its plan made again now.',
  },
  approve: {
    method: 'POST',
    path: '/approvals/:id/yes',
    needs: 'session',
    summary: "Does another operator's step.",
  },
  decline: {
    method: 'POST',
    path: '/approvals/:id/no',
    needs: 'session',
    summary: "Refuses another operator's step, or withdraws the own one.",
  },
  ...WEBHOOK_OPERATIONS,
  staff: { method: 'GET', path: '/staff', needs: 'staff.read', summary: 'Lists operators.' },
  ...AUDIT_OPERATIONS,
} as const satisfies Record<string, Operation>;
export type OperationName = keyof typeof OPERATIONS;
/** Operations with one answer; the others are streams. */
export type AnsweredName = Exclude<OperationName, 'changes'>;
