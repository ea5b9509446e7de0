import type { Change, Store } from './store.ts';
import { randomId } from './ids.ts';
import { isFields } from './shape.ts';

const TARGETS = ['payermax', 'paypal', 'game'] as const;
const OPS = ['*', 'order', 'query', 'refund', 'role', 'mail', 'webhook'] as const;
const CALL_KINDS = ['timeout', 'error', 'slow', 'drop_answer'] as const;
const GAME_KINDS = ['mailbox_full', 'maintenance', 'reject'] as const;
const WEBHOOK_KINDS = ['duplicate', 'late', 'lost', 'reorder'] as const;
const KINDS = [...CALL_KINDS, ...GAME_KINDS, ...WEBHOOK_KINDS] as const;

export type Target = (typeof TARGETS)[number];
export type FaultOp = (typeof OPS)[number];
export type FaultKind = (typeof KINDS)[number];
export type WebhookFaultKind = (typeof WEBHOOK_KINDS)[number];

export type CallOp = 'session' | 'order' | 'query' | 'refund' | 'role' | 'mail';

export type Fault = {
  readonly id: string;
  readonly target: Target;
  readonly op: FaultOp;
  readonly kind: FaultKind;
  readonly times: number;
  readonly ms?: number;
};

export type Faults = {
  readonly list: () => Fault[];
  /** Parses a posted fault; returns a sentence when it is invalid. */
  readonly read: (body: unknown) => Fault | string;
  readonly add: (fault: Fault) => void;
  readonly clear: () => number;
  /** The oldest fault that matches this call; spends one use. */
  readonly meetCall: (target: Target, op: CallOp) => Fault | undefined;
  readonly meetWebhook: (target: Target) => Fault | undefined;
};

const LONGEST_MS = 600_000;

export function createFaults(store: Store): Faults {
  const table = store.table<Fault>('fault');

  const spend = (fits: (fault: Fault) => boolean): Fault | undefined => {
    for (const fault of table.rows.values()) {
      if (!fits(fault)) continue;
      const spent: Change =
        fault.times > 1
          ? table.put(fault.id, { ...fault, times: fault.times - 1 })
          : table.remove(fault.id);
      store.commit([spent]);
      return fault;
    }
    return undefined;
  };

  return {
    list: () => [...table.rows.values()],
    read: readFault,
    add: (fault) => store.commit([table.put(fault.id, fault)]),
    clear: () => {
      const ids = [...table.rows.keys()];
      store.commit(ids.map((id) => table.remove(id)));
      return ids.length;
    },
    meetCall: (target, op) =>
      spend(
        (fault) =>
          fault.target === target &&
          (fault.op === '*' || fault.op === op) &&
          meetsCall(fault.kind, target, op),
      ),
    meetWebhook: (target) => spend((fault) => fault.target === target && isWebhookKind(fault.kind)),
  };
}

export function isWebhookKind(kind: FaultKind): kind is WebhookFaultKind {
  return WEBHOOK_KINDS.some((known) => known === kind);
}

function meetsCall(kind: FaultKind, target: Target, op: CallOp): boolean {
  switch (kind) {
    case 'timeout':
    case 'error':
    case 'slow':
    case 'drop_answer':
      return true;
    case 'maintenance':
      return target === 'game';
    case 'mailbox_full':
      return op === 'mail';
    case 'reject':
      return op === 'order' || op === 'refund' || op === 'role' || op === 'mail';
    case 'duplicate':
    case 'late':
    case 'lost':
    case 'reorder':
      return false;
  }
}

const CALLS: readonly CallOp[] = ['session', 'order', 'query', 'refund', 'role', 'mail'];

function readFault(body: unknown): Fault | string {
  if (!isFields(body)) return 'the body is not a JSON object';
  const strange = Object.keys(body).find(
    (key) => !['target', 'op', 'kind', 'times', 'ms'].includes(key),
  );
  if (strange !== undefined) return `unknown field: ${strange}`;
  const target = TARGETS.find((known) => known === body['target']);
  if (!target) return `target must be one of ${TARGETS.join(', ')}`;
  const op = OPS.find((known) => known === body['op']);
  if (!op) return `op must be one of ${OPS.join(', ')}`;
  const kind = KINDS.find((known) => known === body['kind']);
  if (!kind) return `kind must be one of ${KINDS.join(', ')}`;
  const { times, ms } = body;
  if (!isWholeNumber(times) || times < 1) return 'times must be a whole number from 1';
  if (ms !== undefined && (!isWholeNumber(ms) || ms > LONGEST_MS)) {
    return `ms must be a whole number from 0 to ${LONGEST_MS}`;
  }
  if (!canHappen(target, op, kind)) return `${target} ${op} cannot meet ${kind}`;
  return { id: randomId(12), target, op, kind, times, ...(ms === undefined ? {} : { ms }) };
}

function canHappen(target: Target, op: FaultOp, kind: FaultKind): boolean {
  const isGameOp = op === 'role' || op === 'mail';
  if (op !== '*' && isGameOp !== (target === 'game')) return false;
  if (isWebhookKind(kind)) return target !== 'game' && (op === '*' || op === 'webhook');
  return CALLS.some((call) => (op === '*' || op === call) && meetsCall(kind, target, call));
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
