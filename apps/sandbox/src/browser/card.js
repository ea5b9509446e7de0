// The card form inside the frame: four fields, their validation, and the token request.
import { brandOf, codeLengthOf, groupDigits, longestOf, passesLuhn } from './brands.js';
import { TEXTS } from './texts.js';
import { connect } from './frame.js';

const byId = (id) => document.getElementById(id);
const field = {
  number: byId('number'),
  expiry: byId('expiry'),
  cvv: byId('cvv'),
  holder: byId('holder'),
};
const mark = byId('mark');
let texts = TEXTS.en;

const digitsOf = (text) => text.replace(/\D/g, '');
const brand = () => brandOf(digitsOf(field.number.value));

/** Reason why a field is wrong, or null. */
const checks = {
  number() {
    const digits = digitsOf(field.number.value);
    const { lengths } = brand();
    if (digits.length < Math.min(...lengths)) return texts.numberShort;
    return lengths.includes(digits.length) && passesLuhn(digits) ? null : texts.numberWrong;
  },
  expiry() {
    const digits = digitsOf(field.expiry.value);
    const month = Number(digits.slice(0, 2));
    if (digits.length < 4 || month < 1 || month > 12) return texts.expiryShort;
    const now = new Date();
    const months = (2000 + Number(digits.slice(2))) * 12 + month;
    return months < now.getFullYear() * 12 + now.getMonth() + 1 ? texts.expired : null;
  },
  cvv() {
    const length = codeLengthOf(brand());
    if (digitsOf(field.cvv.value).length === length) return null;
    return length === 4 ? texts.codeFront : texts.codeBack;
  },
};

function show(name, message) {
  byId(`${name}-error`).textContent = message ?? '';
  document.querySelector(`[data-field="${name}"]`).classList.toggle('bad', message !== null);
  field[name].setAttribute('aria-invalid', String(message !== null));
}

const isValid = () => Object.values(checks).every((check) => check() === null);

/** Writes the text and keeps the caret behind the same digit. */
function rewrite(input, text) {
  if (input.value === text) return;
  const start = input.selectionStart ?? input.value.length;
  const isAtEnd = start === input.value.length;
  const before = digitsOf(input.value.slice(0, start)).length;
  input.value = text;
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < before; caret += 1) {
    if (/\d/.test(text[caret])) seen += 1;
  }
  // A caret at the end stays behind inserted characters: a slash, a leading zero.
  if (isAtEnd || before === digitsOf(text).length) caret = text.length;
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

function writeNumber() {
  const digits = digitsOf(field.number.value);
  const known = brandOf(digits);
  rewrite(field.number, groupDigits(digits.slice(0, longestOf(known)), known));
  mark.hidden = known.mark === null;
  if (known.mark !== null) {
    mark.src = known.mark;
    mark.alt = known.name;
  }
  field.cvv.maxLength = codeLengthOf(known);
  // The message about the code names its length, which depends on the brand.
  if (field.cvv.getAttribute('aria-invalid') === 'true') show('cvv', checks.cvv());
}

function writeExpiry(event) {
  const isDeleting = event.inputType?.startsWith('delete') ?? false;
  let digits = digitsOf(field.expiry.value);
  // Autofill gives 12/2039 and 2039-12; a first digit above 1 is a one-digit month.
  if (digits.length === 6) {
    digits = digits.startsWith('20')
      ? digits.slice(4) + digits.slice(2, 4)
      : digits.slice(0, 2) + digits.slice(4);
  }
  if (/^[2-9]/.test(digits) || /^1\s*\//.test(field.expiry.value)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  const hasSlash = digits.length > 2 || (digits.length === 2 && !isDeleting);
  rewrite(field.expiry, hasSlash ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits);
}

field.number.addEventListener('input', writeNumber);
field.expiry.addEventListener('input', writeExpiry);
field.cvv.addEventListener('input', () => rewrite(field.cvv, digitsOf(field.cvv.value)));
for (const name of Object.keys(checks)) {
  field[name].addEventListener('blur', () =>
    show(name, field[name].value === '' ? null : checks[name]()),
  );
  field[name].addEventListener('input', () => {
    // A message disappears once it is false; a new one waits until the field is left.
    if (checks[name]() === null) show(name, null);
  });
}

const shop = connect({
  texts: (language) => {
    texts = TEXTS[String(language).toLowerCase()] ?? TEXTS.en;
    for (const label of document.querySelectorAll('[data-text]')) {
      label.textContent = texts[label.dataset.text];
    }
    field.expiry.placeholder = texts.expiryHint;
    field.holder.placeholder = texts.holderHint;
    document.title = texts.title;
  },
  answer: { canMakePayment: pay, setDisabled },
  /** The box appears only where the session asks, and is never ticked by itself. */
  async begin({ hideSaveCard }, keys) {
    if (hideSaveCard) return;
    const response = await fetch('/payermax/dropin/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(keys),
    });
    byId('keep-row').hidden = (await response.json()).tokenForFutureUse !== true;
  },
});

let wasValid = null;
byId('form').addEventListener('input', () => {
  const now = isValid();
  if (now !== wasValid) shop.event('form-check', { isFormValid: now });
  wasValid = now;
});
byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  shop.event('submit', { isFormValid: isValid() });
});

function setDisabled(isDisabled) {
  for (const input of [...Object.values(field), byId('keep')]) input.disabled = isDisabled === true;
  return { code: 'APPLY_SUCCESS', message: '' };
}

/**
 * The page's question comes by another way than the press on its button and its request to focus this frame: the focus
 * may still leave and come back. It returns to the input until the player does something here.
 */
function focusUntilUsed(input) {
  const over = new AbortController();
  const { signal } = over;
  input.focus();
  addEventListener('focus', () => input.focus(), { signal });
  for (const used of ['pointerdown', 'keydown', 'input']) {
    addEventListener(used, () => over.abort(), { signal, capture: true });
  }
}

async function pay() {
  let firstWrong = null;
  for (const [name, check] of Object.entries(checks)) {
    const message = check();
    show(name, message);
    firstWrong ??= message === null ? null : { name, message };
  }
  if (firstWrong) {
    field[firstWrong.name].disabled = false;
    focusUntilUsed(field[firstWrong.name]);
    return { code: 'FORM_INVALID', message: firstWrong.message };
  }
  const result = await shop.tokenise({
    number: digitsOf(field.number.value),
    expiry: `${digitsOf(field.expiry.value).slice(0, 2)}/${digitsOf(field.expiry.value).slice(2)}`,
    cvv: field.cvv.value,
    holder: field.holder.value,
    agree: !byId('keep-row').hidden && byId('keep').checked,
  });
  if (result.field === 'number') show('number', texts.numberWrong);
  if (result.field === 'expiry') show('expiry', texts.expired);
  return result;
}
