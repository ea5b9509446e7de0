import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCnpj, isCpf, readPayerField } from './payer-fields.ts';

describe('the fields of a payer', () => {
  it.each([
    ['cpf', '111.444.777-35', '11144477735'],
    ['cpf', ' 529 982 247 25 ', '52998224725'],
    ['cpf', '111.444.777-36', null],
    ['cpf', '111.111.111-11', null],
    ['cpf', '1114447773', null],
    ['cpf', '11.222.333/0001-81', '11222333000181'],
    ['cpf', '11.222.333/0001-82', null],
    ['cpf', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['cpf', '00.000.000/0000-00', null],
    ['cpf', '١١١٤٤٤٧٧٧٣٥', null],
    ['cpf', '', null],
    ['phone', '+55 (11) 91234-5678', '+5511912345678'],
    ['phone', '11912345678', null],
    ['phone', '+0123456789', null],
    ['email', ' ana@example.com.br ', 'ana@example.com.br'],
    ['email', 'ana@example', null],
    ['email', 'a<b@example.com', null],
    ['name', 'Ana Sofia d’Ávila', 'Ana Sofia d’Ávila'],
    ['name', 'Ana', null],
    ['name', 'Ana <b>', null],
    ['name', `A ${'b'.repeat(80)}`, null],
  ] as const)('%s %j is read as %j', (field, text, read) => {
    expect(readPayerField(field, text)).toBe(read);
  });

  it.each([
    ['CPF', 9, isCpf],
    ['CNPJ', 12, isCnpj],
  ])('exactly one pair of check digits completes the number of a %s', (_, length, holds) => {
    const body = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
    fc.assert(
      fc.property(body, (given) => {
        fc.pre(new Set(given).size > 1);
        const start = given.join('');
        const all = Array.from({ length: 100 }, (__, n) => start + String(n).padStart(2, '0'));
        expect(all.filter(holds)).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});
