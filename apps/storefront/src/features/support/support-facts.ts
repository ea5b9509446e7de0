/** Facts for customer service (F16), filled in where known. */
export type SupportFacts = {
  readonly orderNo?: string | null | undefined;
  /** The gateway's payment number. */
  readonly reference?: string | null | undefined;
  /** Number of a refused call. */
  readonly requestId?: string | null | undefined;
  readonly character?: { readonly name: string; readonly server: string } | null | undefined;
};

export function aboutOrder(order: {
  readonly order_no: string;
  readonly role: { readonly name: string; readonly server_name: string };
}): SupportFacts {
  return {
    orderNo: order.order_no,
    character: { name: order.role.name, server: order.role.server_name },
  };
}

/** Builds the address of a mail to customer service. */
export function supportMail(
  email: string,
  mail: { readonly subject: string; readonly lines: readonly string[] },
): string {
  const address = encodeURIComponent(email).replace('%40', '@');
  // Mail lines end in CRLF, and a mailto address does not read "+" as a space.
  const body = encodeURIComponent(mail.lines.join('\r\n'));
  return `mailto:${address}?subject=${encodeURIComponent(mail.subject)}&body=${body}`;
}
