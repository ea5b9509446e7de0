import { accountOf } from '../account.ts';
import { paypalId } from '../ids.ts';
import type { Change } from '../store.ts';
import { notifyToken } from './events.ts';
import { CUSTOMER_ID } from './merchant.ts';
import type { Paypal } from './paypal.ts';
import type { Kept, Order } from './records.ts';

/** at_once: the capture names the token · later: an event does · off: the account has no vault. */
export const MODES = ['at_once', 'later', 'off'] as const;
export type VaultMode = { readonly mode: (typeof MODES)[number] };

const LATER_MS = 1_500;
export const modeOf = (paypal: Paypal) => paypal.vaultMode.get('vault')?.mode ?? 'at_once';

/** Keeps the wallet of a paid order whose payer agreed. */
export function keepWallet(
  paypal: Paypal,
  order: Order,
): { readonly completed: Order; readonly changes: readonly Change[] } {
  if (order.keeps !== 'wanted') return { completed: order, changes: [] };
  if (modeOf(paypal) === 'later') {
    const completed = { ...order, keeps: 'approved' as const };
    const at = Date.now() + LATER_MS;
    return { completed, changes: [paypal.ctx.jobs.add('paypal.keep', at, { id: order.id })] };
  }
  const { kept, vaulted } = keep(order);
  return {
    completed: vaulted,
    changes: [paypal.kept.put(kept.id, kept), ...notifyToken(paypal, kept, 'CREATED')],
  };
}

export function keepLater(paypal: Paypal, order: Order): Change[] {
  if (order.keeps !== 'approved') return [];
  const { kept, vaulted } = keep(order);
  return [
    paypal.kept.put(kept.id, kept),
    paypal.orders.put(order.id, vaulted),
    ...notifyToken(paypal, kept, 'CREATED'),
  ];
}

function keep(order: Order) {
  const id = paypalId().toLowerCase();
  const account = accountOf(order);
  const kept: Kept = { id, account, customerId: CUSTOMER_ID, orderId: order.id, next: 'pays' };
  return { kept, vaulted: { ...order, keeps: 'vaulted' as const, vaultId: id } };
}

export function deleteToken(paypal: Paypal, kept: Kept): Change[] {
  return [paypal.kept.remove(kept.id), ...notifyToken(paypal, kept, 'DELETED')];
}
