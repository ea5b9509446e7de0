import type { Cart, Role } from '@webpay/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type CartItem = Cart['items'][number];

/** Cart of one character, shared by all devices, in one country's currency. */
export function cartQuery(role: Role, country: string) {
  return queryOptions({
    queryKey: ['cart', role.server_id, role.cid, country],
    queryFn: ({ signal }) => call('cartGet', { country }, { signal }),
  });
}
