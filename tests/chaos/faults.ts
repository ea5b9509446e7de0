/** A way in which the sandbox environment can go wrong (contract §6). */
export type Fault = {
  readonly target: 'payermax' | 'paypal' | 'game';
  readonly op: string;
  readonly kind: string;
};

const EVERY_CALL = ['timeout', 'error', 'slow', 'drop_answer'];
const EVERY_WEBHOOK = ['duplicate', 'late', 'lost', 'reorder'];

const OF_GATEWAYS: Readonly<Record<string, readonly string[]>> = {
  '*': [...EVERY_CALL, 'reject'],
  order: [...EVERY_CALL, 'reject'],
  query: EVERY_CALL,
  refund: [...EVERY_CALL, 'reject'],
  webhook: EVERY_WEBHOOK,
};

const OF_GAMES: Readonly<Record<string, readonly string[]>> = {
  '*': [...EVERY_CALL, 'maintenance', 'reject'],
  role: [...EVERY_CALL, 'maintenance', 'reject'],
  mail: [...EVERY_CALL, 'maintenance', 'mailbox_full', 'reject'],
};

/** Every fault the sandbox knows. */
export const ALL_FAULTS: readonly Fault[] = [
  ...faultsOf('payermax', OF_GATEWAYS),
  ...faultsOf('paypal', OF_GATEWAYS),
  ...faultsOf('game', OF_GAMES),
];

export function nameOf({ target, op, kind }: Fault): string {
  return `${target} ${op} ${kind}`;
}

function faultsOf(
  target: Fault['target'],
  kinds: Readonly<Record<string, readonly string[]>>,
): Fault[] {
  return Object.entries(kinds).flatMap(([op, list]) => list.map((kind) => ({ target, op, kind })));
}
