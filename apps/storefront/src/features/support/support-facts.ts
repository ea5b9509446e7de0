/** Facts for customer service (F16), filled in where known. */
export type SupportFacts = {
  readonly orderId?: string | null | undefined;
  /** The gateway's payment number. */
  readonly reference?: string | null | undefined;
  /** Number of a refused call. */
  readonly requestId?: string | null | undefined;
  readonly character?: { readonly name: string; readonly server: string } | null | undefined;
};

export function aboutOrder(order: {
  readonly order_id: string;
  readonly role: { readonly name: string; readonly server_name: string };
}): SupportFacts {
  return {
    orderId: order.order_id,
    character: { name: order.role.name, server: order.role.server_name },
  };
}
