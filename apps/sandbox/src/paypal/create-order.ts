import type { Account } from '../account.ts';
import { paypalId } from '../ids.ts';
import { fieldsOf, textOf, type Fields } from '../shape.ts';
import { readAmount } from './amounts.ts';
import type { LocalSource, Order } from './records.ts';
import { badRequest, isPaypalError, unprocessable, type PaypalError } from './errors.ts';
import { noteRefusal, noteResource } from './idempotency.ts';
import type { Paypal } from './paypal.ts';
import { payFromVault } from './vault-calls.ts';

const LONGEST = { invoice_id: 127, custom_id: 127, description: 127, reference_id: 256 };

export function createOrder(
  paypal: Paypal,
  account: Account,
  body: Fields,
  key: string | null,
): Order | PaypalError {
  const read = readOrder(body, key);
  const order = isPaypalError(read) ? read : { ...read, account };
  if (isPaypalError(order)) {
    // A malformed request is not stored under its id; a business refusal is.
    if (order.status === 422) paypal.ctx.store.commit(noteRefusal(paypal, key, order));
    return order;
  }
  const vaulted = payFromVault(paypal, body, order);
  if (vaulted !== null && isPaypalError(vaulted)) {
    paypal.ctx.store.commit(noteRefusal(paypal, key, vaulted));
    return vaulted;
  }
  if (vaulted !== null) {
    paypal.ctx.store.commit([...vaulted.changes, ...noteResource(paypal, key, order.id)]);
    return vaulted.order;
  }
  paypal.ctx.store.commit([
    paypal.orders.put(order.id, order),
    ...noteResource(paypal, key, order.id),
  ]);
  return order;
}

function readOrder(body: Fields, key: string | null): Order | PaypalError {
  if (body['intent'] !== 'CAPTURE') {
    return body['intent'] === undefined
      ? badRequest('MISSING_REQUIRED_PARAMETER', '/intent')
      : badRequest('INVALID_PARAMETER_VALUE', '/intent');
  }
  const units: unknown = body['purchase_units'];
  if (!Array.isArray(units) || units.length === 0) {
    return badRequest('MISSING_REQUIRED_PARAMETER', '/purchase_units');
  }
  if (units.length > 1) return unprocessable('UNSUPPORTED_PURCHASE_UNITS', '/purchase_units');
  const unit = fieldsOf(units[0]);
  const amount = readAmount(unit['amount'], "/purchase_units/@reference_id=='default'/amount");
  if (isPaypalError(amount)) return amount;
  for (const [name, longest] of Object.entries(LONGEST)) {
    const value = unit[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || value.length === 0 || value.length > longest) {
      return badRequest('INVALID_STRING_LENGTH', `/purchase_units/0/${name}`);
    }
  }
  const source = body['payment_source'];
  const local = readLocal(fieldsOf(source), body['processing_instruction'], amount.currency);
  if (local !== undefined && isPaypalError(local)) return local;
  const wallet = fieldsOf(fieldsOf(source)[local?.source ?? 'paypal']);
  if (source !== undefined && local === undefined && fieldsOf(source)['paypal'] === undefined) {
    return unprocessable('PAYMENT_SOURCE_NOT_SUPPORTED', '/payment_source');
  }
  if (source !== undefined && key === null) {
    return badRequest('PAYPAL_REQUEST_ID_REQUIRED', 'PayPal-Request-Id');
  }
  const context = fieldsOf(wallet['experience_context'] ?? body['application_context']);
  for (const name of ['return_url', 'cancel_url']) {
    const value = context[name];
    if (
      value !== undefined &&
      (typeof value !== 'string' || !/^https?:/.test(value) || !URL.canParse(value))
    ) {
      return badRequest('INVALID_PARAMETER_SYNTAX', `experience_context/${name}`);
    }
  }
  const now = Date.now();
  return {
    id: paypalId(),
    status: source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    referenceId: textOf(unit['reference_id']) ?? 'default',
    invoiceId: textOf(unit['invoice_id']) ?? null,
    customId: textOf(unit['custom_id']) ?? null,
    description: textOf(unit['description']) ?? null,
    currency: amount.currency,
    value: amount.value,
    returnUrl: textOf(context['return_url']) ?? null,
    cancelUrl: textOf(context['cancel_url']) ?? null,
    brandName: textOf(context['brand_name']) ?? null,
    hasSource: source !== undefined,
    ...(local && { local }),
    ...(fieldsOf(fieldsOf(wallet['attributes'])['vault'])['store_in_vault'] === 'ON_SUCCESS' && {
      keeps: 'wanted' as const,
    }),
    funding: 'balance',
    captureId: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Country and currency of the local methods of the account. */
const LOCALS: Readonly<Record<LocalSource, { country: string; currency: string }>> = {
  ideal: { country: 'NL', currency: 'EUR' },
  blik: { country: 'PL', currency: 'PLN' },
};

/** A local method's payer; the codes of a wrong country and currency are assumed. */
function readLocal(
  sources: Fields,
  instruction: unknown,
  currency: string,
): Order['local'] | PaypalError {
  const source = (['ideal', 'blik'] as const).find((each) => sources[each] !== undefined);
  if (source === undefined) return undefined;
  const { name, country_code: country } = fieldsOf(sources[source]);
  const place = `/payment_source/${source}`;
  if (name === undefined || country === undefined) {
    const missing = name === undefined ? 'name' : 'country_code';
    return badRequest('MISSING_REQUIRED_PARAMETER', `${place}/${missing}`);
  }
  if (typeof name !== 'string' || name.length < 3 || name.length > 300) {
    return badRequest('INVALID_STRING_LENGTH', `${place}/name`);
  }
  if (instruction !== 'ORDER_COMPLETE_ON_PAYMENT_APPROVAL') {
    return unprocessable('ORDER_COMPLETE_ON_PAYMENT_APPROVAL', '/processing_instruction');
  }
  const home = LOCALS[source];
  if (country !== home.country) {
    return unprocessable('COUNTRY_NOT_SUPPORTED_BY_PAYMENT_SOURCE', `${place}/country_code`);
  }
  if (currency !== home.currency) {
    return unprocessable('CURRENCY_NOT_SUPPORTED_BY_PAYMENT_SOURCE', place);
  }
  return { source, name, country };
}
