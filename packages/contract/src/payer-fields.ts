/** Data of the payer that a method may need. The page and the server check it with the same functions. */
export const PAYER_FIELDS = ['cpf', 'phone', 'email', 'name'] as const;
export type PayerField = (typeof PAYER_FIELDS)[number];
export type PayerData = Readonly<Partial<Record<PayerField, string>>>;

/** Longest text of a field, with separators. */
export const LONGEST_PAYER_TEXT = 80;

export function isPayerField(text: string): text is PayerField {
  return PAYER_FIELDS.some((each) => each === text);
}

/** @returns the field as a gateway takes it, without separators; null: it is empty or wrong */
export function readPayerField(field: PayerField, text: string): string | null {
  const given = text.trim();
  if (given.length > LONGEST_PAYER_TEXT) return null;
  switch (field) {
    case 'cpf': {
      const number = given.replaceAll(/[\s./-]/g, '').toUpperCase();
      return isCpf(number) || isCnpj(number) ? number : null;
    }
    case 'phone': {
      const number = given.replaceAll(/[\s().-]/g, '');
      return /^\+[1-9]\d{7,14}$/.test(number) ? number : null;
    }
    case 'email':
      return /^[^\s@<>"',;]{1,64}@[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,40}){1,4}$/.test(given)
        ? given
        : null;
    case 'name':
      return /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(given) && given.includes(' ') ? given : null;
  }
}

/** Brazil's number of a person: nine digits and two check digits. */
export function isCpf(number: string): boolean {
  if (!/^\d{11}$/.test(number) || /^(\d)\1*$/.test(number)) return false;
  return hasCheckDigits(number, 9, 11);
}

/** Brazil's number of a company: twelve digits or, since 2026, capitals, and two check digits. */
export function isCnpj(number: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(number) || /^(\d)\1*$/.test(number)) return false;
  return hasCheckDigits(number, 12, 9);
}

/** Both check digits: the sum of values and weights from 2 up to `heaviest`, which then begin again, modulo 11. */
function hasCheckDigits(number: string, length: number, heaviest: number): boolean {
  return [length, length + 1].every((place) => {
    let sum = 0;
    for (let at = 0; at < place; at += 1) {
      const weight = 2 + ((place - 1 - at) % (heaviest - 1));
      sum += (number.charCodeAt(at) - 48) * weight;
    }
    const rest = sum % 11;
    return number.charCodeAt(place) - 48 === (rest < 2 ? 0 : 11 - rest);
  });
}
