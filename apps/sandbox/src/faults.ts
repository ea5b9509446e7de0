import type { FastifyInstance } from 'fastify';
import type { Store } from './store.ts';
import { rawBody } from './http.ts';
import { randomId } from './ids.ts';
import { isFields, parseJson } from './shape.ts';

const TARGETS = ['payermax', 'paypal', 'game'] as const;
const CALLS = ['session', 'order', 'query', 'refund', 'token', 'role', 'mail', 'notice'] as const;
const OPS = [
  '*',
  'order',
  'query',
  'refund',
  'token',
  'role',
  'mail',
  'notice',
  'webhook',
] as const;
const CALL_KINDS = ['timeout', 'error', 'slow', 'drop_answer'] as const;
const GAME_KINDS = ['mailbox_full', 'maintenance', 'reject'] as const;
const WEBHOOK_KINDS = ['duplicate', 'late', 'lost', 'reorder'] as const;
const KINDS = [...CALL_KINDS, ...GAME_KINDS, ...WEBHOOK_KINDS] as const;

export type Target = (typeof TARGETS)[number];
export type CallOp = (typeof CALLS)[number];
export type FaultKind = (typeof KINDS)[number];
type FaultOp = (typeof OPS)[number];

export type Fault = {
  readonly id: string;
  readonly target: Target;
  readonly op: FaultOp;
  readonly kind: FaultKind;
  readonly times: number;
  readonly ms?: number;
};

export type Faults = ReturnType<typeof createFaults>;

const LONGEST_MS = 600_000;

export function createFaults(store: Store) {
  const table = store.table<Fault>('fault');

  /** Takes one use of the oldest fault that fits. */
  const spend = (fits: (fault: Fault) => boolean): Fault | undefined => {
    const fault = [...table.rows.values()].find(fits);
    if (!fault) return undefined;
    const { id, times } = fault;
    store.commit([times > 1 ? table.put(id, { ...fault, times: times - 1 }) : table.remove(id)]);
    return fault;
  };

  return {
    list: () => [...table.rows.values()],
    add: (fault: Fault) => store.commit([table.put(fault.id, fault)]),
    clear: () => {
      const ids = [...table.rows.keys()];
      store.commit(ids.map((id) => table.remove(id)));
      return ids.length;
    },
    meetCall: (target: Target, op: CallOp) =>
      spend(
        (fault) =>
          fault.target === target &&
          (fault.op === '*' || fault.op === op) &&
          meetsCall(fault.kind, target, op),
      ),
    meetWebhook: (target: Target) =>
      spend((fault) => fault.target === target && isWebhookKind(fault.kind)),
  };
}

export function serveFaults(app: FastifyInstance, faults: Faults): void {
  app.post('/faults', (request, reply) => {
    const fault = readFault(parseJson(rawBody(request)));
    if (typeof fault === 'string') return reply.code(400).send({ error: fault });
    faults.add(fault);
    return reply.code(201).send(fault);
  });
  app.get('/faults', () => ({ faults: faults.list() }));
  app.delete('/faults', () => ({ cleared: faults.clear() }));
}

function isWebhookKind(kind: FaultKind): boolean {
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
      return op !== 'session' && op !== 'query' && op !== 'token';
    case 'duplicate':
    case 'late':
    case 'lost':
    case 'reorder':
      return false;
  }
}

/** Parses a posted fault. @returns a sentence when it is invalid */
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
  if (!canHappen(target, op, kind)) return `fault ${kind} does not apply to ${target} ${op}`;
  return { id: randomId(12), target, op, kind, times, ...(ms === undefined ? {} : { ms }) };
}

function canHappen(target: Target, op: FaultOp, kind: FaultKind): boolean {
  const isGameOp = op === 'role' || op === 'mail' || op === 'notice';
  if (op !== '*' && isGameOp !== (target === 'game')) return false;
  if (isWebhookKind(kind)) return target !== 'game' && (op === '*' || op === 'webhook');
  return CALLS.some((call) => (op === '*' || op === call) && meetsCall(kind, target, call));
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
