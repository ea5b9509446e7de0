import { exponentOf } from '../money.ts';
import type { LocalTrade } from './local-page.ts';

/** Numbers of ISO 4217 that the sandbox's codes name. */
const CURRENCIES: Readonly<Record<string, string>> = { BRL: '986', THB: '764' };

/** The place of the payment's id in the text; the sandbox's scanner reads it back. */
const PLACE = 'sandbox.example/qr/';

/** The EMV text of a QR code ("EMV QRCPS, merchant presented"): tags with lengths, and a check sum at its end. */
export function qrText(trade: LocalTrade, id: string): string {
  const { currency, country, totalAmount, local } = trade;
  const scheme = tag('00', local.qr?.scheme ?? '') + tag('25', PLACE + id);
  const text = [
    tag('00', '01'),
    tag('01', '12'),
    tag('26', scheme),
    tag('52', '0000'),
    tag('53', CURRENCIES[currency] ?? '999'),
    tag('54', totalAmount.toFixed(exponentOf(currency))),
    tag('58', country),
    tag('59', 'SANDBOX SHOP'),
    tag('60', 'SANDBOX'),
    tag('62', tag('05', '***')),
    '6304',
  ].join('');
  return text + checkSum(text);
}

/** The payment's id in a text that a payer pasted; null: no code of the sandbox. */
export function idOfText(text: string): string | null {
  return new RegExp(`${PLACE}([A-Za-z0-9]{24})`).exec(text.slice(0, 1_000))?.[1] ?? null;
}

function tag(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

/** CRC-16/CCITT-FALSE, as four hexadecimal digits. */
function checkSum(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      sum = (sum & 0x8000) === 0 ? sum << 1 : (sum << 1) ^ 0x1021;
    }
    sum &= 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
