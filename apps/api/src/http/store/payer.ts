import type { Payer } from '../../domain/payments/purchase.ts';
import type { StoreCall } from './route.ts';

type Call = Pick<StoreCall<'payermaxCard'>, 'address' | 'network' | 'block' | 'userAgent'>;

/** The browser behind a call that may send a payment. @param redirectUrl C11; null: the order's own address */
export function payerOf(
  { address, network, block, userAgent }: Call,
  redirectUrl: string | null,
): Payer {
  const terminal = /Mobile|Android|iPhone|iPad/.test(userAgent) ? 'WAP' : 'WEB';
  return { clientIp: address, userAgent, terminal, redirectUrl, data: {}, network, block };
}
