/** What customer service asks for first (F16); whatever of it is known is filled in. */
export type SupportFacts = {
  readonly orderId?: string | null | undefined;
  /** The gateway's number of a payment: it is found by it there. */
  readonly reference?: string | null | undefined;
  /** The number of a refused call. */
  readonly requestId?: string | null | undefined;
  readonly character?: { readonly name: string; readonly server: string } | null | undefined;
};

/** What is known of an order, for who asks about it. */
export function aboutOrder(order: {
  readonly order_id: string;
  readonly role: { readonly name: string; readonly server_name: string };
}): SupportFacts {
  return {
    orderId: order.order_id,
    character: { name: order.role.name, server: order.role.server_name },
  };
}
