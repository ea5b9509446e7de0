import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { OperationName } from '@webpay/contract/console/operations';
import { exportDetail, SETTLEMENT_EXPORT } from '../../domain/console/settlement/record-export.ts';

/** Parts of an audit entry that depend on the operation. */
type Look = {
  readonly objectKind: string;
  readonly objectId: string;
  readonly project: string | null;
  readonly detail: unknown;
};

type LookOf<N extends OperationName> = {
  readonly action: string;
  /** Every reading is an entry, also one that repeats another. */
  readonly isEach?: true;
  /** @param result null: there was none */
  readonly of: (input: ConsoleInput<N>, result: ConsoleResult<N> | null) => Partial<Look>;
};

/** Numbers of orders, payments, refunds and mails: they name no person. */
const NUMBER = /^(?:WP-[0-9A-Z-]{4,20}|[0-9a-z]{20}|[ARX][0-9A-Za-z]{20,}(?:_\d+)?)$/;

function playerLook(id: string | null): Partial<Look> {
  return id === null ? {} : { objectKind: 'player', objectId: id };
}

function eventLook({ project, id }: { readonly project: string; readonly id: string }) {
  return { project, objectKind: 'event', objectId: id };
}

function groupsLook(
  { project }: { readonly project?: string | undefined },
  result: { readonly groups: readonly { readonly rows: readonly unknown[] }[] } | null,
): Partial<Look> {
  const rows = result?.groups.reduce((sum, group) => sum + group.rows.length, 0);
  return { project: project ?? null, ...(rows === undefined ? {} : { detail: { rows } }) };
}

/** The number that a step names first. */
function objectOf(action: ConsoleInput<'previewAction'>['action']): string {
  const [, id = ''] = Object.entries(action).find(([name]) => /_ids?$/.test(name)) ?? [];
  return String(id).slice(0, 128);
}

/**
 * Operations that look at data, each with its entry in the audit log. Operations of accounts are missing here: the domain
 * writes their entries, in the transaction of the change.
 */
export const LOOKS: { readonly [N in OperationName]?: LookOf<N> } = {
  search: {
    action: 'search',
    // A name that was searched for is personal: only its length is kept.
    of: ({ text, project }, result) => ({
      project: project ?? null,
      detail: {
        ...(NUMBER.test(text.trim()) ? { text: text.trim() } : { length: text.length }),
        ...(result === null
          ? {}
          : {
              looked_for: result.looked_for,
              hits: result.groups.reduce((sum, { hits }) => sum + hits.length, 0),
            }),
      },
    }),
  },
  orders: {
    action: 'order.list',
    of: (filter, result) => ({
      project: filter.project ?? null,
      detail: { filter, ...(result === null ? {} : { rows: result.items.length }) },
    }),
  },
  // The file leaves the shop: each part is an entry.
  ordersCsv: {
    action: 'order.export',
    isEach: true,
    of: (filter, result) => ({
      project: filter.project ?? null,
      detail: {
        filter,
        ...(result === null ? {} : { lines: result.lines, sha256: result.sha256 }),
      },
    }),
  },
  order: {
    action: 'order.read',
    of: ({ id }, result) => ({
      objectKind: 'order',
      objectId: result?.id ?? id,
      project: result?.character.project.code ?? null,
    }),
  },
  orderAnswer: {
    action: 'order.answer',
    of: ({ id }, result) => ({
      objectKind: 'order',
      objectId: id,
      ...(result === null ? {} : { detail: { lang: result.lang } }),
    }),
  },
  player: {
    action: 'player.read',
    of: ({ id }, result) => ({
      objectKind: 'player',
      objectId: result?.character.player_id ?? id,
      project: result?.character.project.code ?? null,
    }),
  },
  previewAction: {
    action: 'step.preview',
    of: ({ action }) => ({ objectId: objectOf(action), detail: { kind: action.kind } }),
  },
  approvals: {
    action: 'approval.list',
    of: ({ project }, result) => ({
      project: project ?? null,
      ...(result === null ? {} : { detail: { rows: result.items.length } }),
    }),
  },
  approval: {
    action: 'approval.read',
    of: ({ id }) => ({ objectKind: 'approval', objectId: id }),
  },
  requests: {
    action: 'request.list',
    of: (filter, result) => ({
      project: filter.project ?? null,
      detail: { filter, ...(result === null ? {} : { rows: result.items.length }) },
    }),
  },
  request: {
    action: 'request.read',
    of: ({ id }, result) => ({
      objectKind: 'request',
      objectId: id,
      project: result?.character.project.code ?? null,
    }),
  },
  unresolved: { action: 'unresolved.list', of: groupsLook },
  deliveries: { action: 'delivery.list', of: groupsLook },
  refunds: {
    action: 'refund.list',
    of: (filter, result) => ({
      project: filter.project ?? null,
      detail: { filter, ...(result === null ? {} : { rows: result.items.length }) },
    }),
  },
  disputes: {
    action: 'dispute.list',
    of: (filter, result) => ({
      project: filter.project ?? null,
      detail: { filter, ...(result === null ? {} : { rows: result.items.length }) },
    }),
  },
  // Evidence leaves the shop: each copy of it is an entry.
  disputeEvidence: {
    action: 'dispute.evidence',
    isEach: true,
    of: ({ provider, id }, result) => ({
      objectKind: 'dispute',
      objectId: id,
      project: result?.orders[0]?.recipient.project.code ?? null,
      detail: {
        provider,
        ...(result === null ? {} : { orders: result.orders.map((each) => each.id) }),
      },
    }),
  },
  reconciliation: { action: 'reconciliation.read', of: () => ({}) },
  reconciliationDay: {
    action: 'reconciliation.day',
    of: ({ day, project }) => ({ objectKind: 'day', objectId: day, project: project ?? null }),
  },
  owedMoney: { action: 'ledger.owed', of: ({ project }) => ({ project: project ?? null }) },
  // The file leaves the shop, as a settlement does.
  reconciliationCsv: {
    action: 'reconciliation.export',
    isEach: true,
    of: ({ day, project }, result) => ({
      objectKind: 'day',
      objectId: day,
      project: project ?? null,
      ...(result === null ? {} : { detail: { lines: result.lines, sha256: result.sha256 } }),
    }),
  },
  ledgerBalances: { action: 'ledger.balances', of: () => ({}) },
  events: { action: 'events.list', of: ({ project }) => ({ project: project ?? null }) },
  event: { action: 'event.read', of: eventLook },
  eventResults: { action: 'event.results', of: eventLook },
  eventResultsCsv: {
    action: 'event.export',
    isEach: true,
    of: (input, result) => ({
      ...eventLook(input),
      ...(result === null ? {} : { detail: { lines: result.lines, sha256: result.sha256 } }),
    }),
  },
  settlement: {
    action: 'settlement.read',
    of: (filter) => ({ project: filter.project ?? null, detail: { filter } }),
  },
  settlementEntries: {
    action: 'settlement.entries',
    of: (filter) => ({ detail: { filter } }),
  },
  // The file leaves the shop: each download is an entry that names its hash, as the command's is.
  settlementCsv: {
    action: SETTLEMENT_EXPORT,
    isEach: true,
    of: (filter, result) => ({
      project: filter.project ?? null,
      detail: result === null ? { filter } : exportDetail(filter, result),
    }),
  },
  // A character's id is personal: a player that the shop knows has its number, another one only its server.
  roleLookUp: {
    action: 'character.look_up',
    of: ({ project, server_id: server }, result) => ({
      project,
      ...playerLook(result?.player_id ?? null),
      detail: { server, ...(result === null ? {} : { found: result.name !== null }) },
    }),
  },
  goods: {
    action: 'catalogue.read',
    of: ({ project }) => ({ objectKind: 'project', objectId: project, project }),
  },
  catalogue: {
    action: 'catalogue.read',
    of: ({ project }) => ({ objectKind: 'project', objectId: project, project }),
  },
  cataloguePictures: {
    action: 'catalogue.read',
    of: ({ project }) => ({ objectKind: 'project', objectId: project, project }),
  },
  // The files leave the shop: each reading is an entry.
  catalogueFiles: {
    action: 'catalogue.export',
    isEach: true,
    of: ({ project }, result) => ({
      objectKind: 'project',
      objectId: project,
      project,
      ...(result === null
        ? {}
        : { detail: { version: result.version, files: result.files.length } }),
    }),
  },
  service: {
    action: 'service.read',
    of: ({ project }) => ({ project: project ?? null }),
  },
  testCall: {
    action: 'service.test',
    of: ({ project, what }, result) => ({
      objectKind: 'project',
      objectId: project,
      project,
      detail: { what, ...(result === null ? {} : { end: result.end, took_ms: result.took_ms }) },
    }),
  },
  staff: { action: 'staff.list', of: () => ({}) },
  webhooks: { action: 'webhooks.list', of: () => ({}) },
  webhookMessages: {
    action: 'webhooks.messages',
    of: ({ id }) => ({ objectKind: 'webhook', objectId: id }),
  },
  audit: {
    action: 'audit.list',
    of: (filter, result) => ({
      detail: { filter, ...(result === null ? {} : { rows: result.items.length }) },
    }),
  },
  auditHeads: {
    action: 'audit.heads',
    of: (_input, result) =>
      result === null ? {} : { detail: { state: result.state, rows: result.items.length } },
  },
  checkAudit: {
    action: 'audit.check',
    of: (_input, result) =>
      result === null ? {} : { detail: { entries: result.entries, broken: result.broken } },
  },
};
