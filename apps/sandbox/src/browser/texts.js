import { ASIA } from './texts-asia.js';
import { EUROPE } from './texts-europe.js';

/** Texts of the form by language; a missing one falls back to English. */
const ENGLISH = {
  title: 'Card details',
  number: 'Card number',
  expiry: 'Expiry',
  expiryHint: 'MM / YY',
  code: 'Security code',
  holder: 'Name on card',
  holderHint: 'As printed on the card',
  numberShort: 'This card number is not complete',
  numberWrong: 'This card number is not right',
  expiryShort: 'This date is not complete',
  expired: 'This card has expired',
  codeBack: 'The code has 3 digits, on the back of the card',
  codeFront: 'The code has 4 digits, on the front of the card',
};

const TEXTS = { ...EUROPE, ...ASIA };

export function textsFor(language) {
  return { ...ENGLISH, ...TEXTS[String(language).toLowerCase()] };
}
