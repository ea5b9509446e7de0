import { cutText, parseJson } from '../../platform/http-client/json.ts';
import { createRedactor } from '../../platform/logging/redact.ts';

/**
 * Gateways' messages as operators may read them. Only listed fields keep their value: signatures, tokens, cards, names and
 * addresses of payers stay hidden also where a gateway adds a field.
 */

export const LONGEST_BODY = 4_096;
const HIDDEN = '[hidden]';
const DEEPEST = 12;

/** Numbers of ours and of the gateways, sums, states and times: shown as they are. */
const NUMBERS: ReadonlySet<string> = new Set(
  `id notifyType appId merchantNo outTradeNo tradeToken outRefundNo refundTradeNo caseId totalAmount refundAmount tradeAmount
  amount fee currency refundCurrency tradeCurrency country status caseResult resultCode reasonCode code keyVersion version
  notifyTime completeTime refundFinishTime expirationDate createTime paymentMethodType targetOrg cardOrg
  event_type event_version resource_type resource_version create_time update_time invoice_id invoice_number capture_id order_id
  currency_code value total exchange_rate final_capture intent reference_id dispute_id dispute_state dispute_amount
  dispute_life_cycle_stage dispute_channel outcome_code seller_transaction_id buyer_transaction_id seller_response_due_date
  transaction_status affected_party initiated_time type`
    .split(/\s+/)
    .filter((name) => name !== ''),
);
/** Words of the gateway: shown without what looks like a secret, a card or an address. */
const TEXTS: ReadonlySet<string> = new Set([
  'msg',
  'resultMsg',
  'summary',
  'reason',
  'reason_code',
]);
/** Noise of every message. */
const LEFT_OUT: ReadonlySet<string> = new Set(['links', 'sign', 'signature']);
/** Parts about people and their means of payment. */
const HIDDEN_PARTS: ReadonlySet<string> = new Set(
  'payer payee buyer seller customer shipping shippingInfo billing billingInfo payment_source cardInfo messages address'.split(
    ' ',
  ),
);

const redactor = createRedactor([]);

/** A stored body as readable JSON without secrets, cut after 4 kB; it says so. */
export function redactBody(body: Uint8Array): string {
  const bytes = body.byteLength;
  const parsed = parseJson(body);
  if (parsed === undefined) return `Not readable: ${bytes} bytes.`;
  const text = JSON.stringify(shown(parsed, '', 0), null, 2);
  if (text.length <= LONGEST_BODY) return text;
  return `${cutText(text, LONGEST_BODY)}\n… cut: ${bytes} bytes came.`;
}

function shown(value: unknown, name: string, depth: number): unknown {
  if (value === null) return null;
  if (depth > DEEPEST || HIDDEN_PARTS.has(name)) return HIDDEN;
  if (Array.isArray(value)) return value.map((each: unknown) => shown(each, name, depth + 1));
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
    return Object.fromEntries(fields.map(([key, each]) => [key, shown(each, key, depth + 1)]));
  }
  if (NUMBERS.has(name)) return typeof value === 'string' ? cutText(value, 200) : value;
  return TEXTS.has(name) && typeof value === 'string' ? redactor.text(value) : HIDDEN;
}
