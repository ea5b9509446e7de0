/** Actions of a payer at the bank's or the wallet's page, without a browser. */

/** @param url `action.url` of the answer to a payment */
export async function answerChallenge(
  url: string | undefined,
  result: 'approve' | 'reject',
): Promise<void> {
  if (url === undefined) throw new Error('the bank was not asked for');
  await post(url, { result });
}

/** @param orderId the wallet's id of the order */
export async function approveWallet(
  outside: { readonly sandboxUrl: string },
  orderId: string,
  funding?: string,
): Promise<void> {
  const body = { order_id: orderId, ...(funding === undefined ? {} : { funding }) };
  await post(`${outside.sandboxUrl}/paypal/approve`, body);
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
