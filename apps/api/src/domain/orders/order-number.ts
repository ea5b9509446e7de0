/** As `new_order_no()` of 0014_order_numbers.sql, which makes the numbers. */
const SYMBOLS = '23456789CDFGHJKLMNPQRTVWXY';
const FORM = /^WP([2-9CDFGHJ-NP-RTV-Y]{8})([2-9CDFGHJ-NP-RTV-Y])$/;
/** A prime above the count of symbols: each wrong symbol and each swap of neighbours changes the remainder. */
const MODULUS = 29;

/**
 * Reads an order number as people type or say it: small letters, spaces and other dashes.
 * @returns the number as orders keep it; null: no order number, or one that was misread
 */
export function readOrderNumber(text: string): string | null {
  const found = FORM.exec(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  if (found === null) return null;
  const [, body = '', check = ''] = found;
  const total = Array.from(body).reduce(
    (sum, each, at) => sum + SYMBOLS.indexOf(each) * (at + 2),
    0,
  );
  if (total % MODULUS !== SYMBOLS.indexOf(check)) return null;
  return `WP-${body.slice(0, 4)}-${body.slice(4)}-${check}`;
}
