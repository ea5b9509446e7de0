import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolder, problemsOf } from '../../../../../tests/support/config-files.ts';
import { readMethods, SANDBOX_METHODS, takesSum } from './read-methods.ts';

const { fileWith } = configFolder();
const SANDBOX = path.join(import.meta.dirname, 'sandbox.yaml');

const live = (file?: string, hosts = 'https://pictures.example') => {
  const fields = {
    environment: file === undefined ? {} : { METHODS_FILE: file, PAYERMAX_PICTURE_HOSTS: hosts },
    problems: [] as string[],
  };
  return { methods: readMethods(fields, true), problems: fields.problems };
};

describe('the methods of the product', () => {
  it('cards, PayPal and Apple Pay are rows like the others, with every fact known', () => {
    const { methods } = live();
    const known = [...methods.values()].filter(({ unknown }) => unknown.length === 0);
    expect(known.map(({ id, method, flow }) => [id, method, flow])).toEqual([
      ['card', 'card', 'card'],
      ['paypal', 'wallet', 'wallet'],
      ['apple_pay', 'apple_pay', 'card'],
      ['mercadopago_br', 'redirect', 'redirect'],
      ['picpay_br', 'redirect', 'redirect'],
    ]);
  });

  it('name what no document says, until METHODS_FILE gives it', () => {
    expect(live().methods.get('gcash_ph')?.unknown).toEqual([
      'limits',
      'close_minutes',
      'refund',
      'fields',
      'hosted',
    ]);
    const facts =
      '{ limits: { min: "1", max: "50000.5" }, close_minutes: 15, refund: { full: true, partial: true, days: 90 }, fields: [], hosted: true }';
    const { methods, problems } = live(fileWith('facts.yaml', `methods: { gcash_ph: ${facts} }`));
    expect(problems).toEqual([]);
    expect(methods.get('gcash_ph')).toMatchObject({
      unknown: [],
      minMinor: 100,
      maxMinor: 5_000_050,
    });
  });

  it('a method that redirects needs the page or the direct call, and a known part of a refund', () => {
    const { methods } = live();
    expect(methods.get('gopay_id')?.unknown).toEqual([
      'limits',
      'close_minutes',
      'refund',
      'hosted',
      'direct',
    ]);
    expect(methods.get('blik_pl')).toMatchObject({
      unknown: ['close_minutes', 'refund', 'hosted'],
      values: { payment_source: 'blik' },
      refundDays: 180,
      isRefundable: true,
      isRefundableInPart: true,
    });
    const known =
      'limits: { min: "1", max: null }, close_minutes: 15, refund: { full: true, partial: true, days: 90 }';
    for (const way of ['hosted: true', 'direct: true', 'hosted: false, direct: true']) {
      const facts = `methods: { gopay_id: { ${known}, ${way} } }`;
      const read = live(fileWith('way.yaml', facts));
      expect(read.problems).toEqual([]);
      expect(read.methods.get('gopay_id')).toMatchObject({
        unknown: [],
        isDirect: way.includes('direct'),
      });
    }
    const none = fileWith(
      'none.yaml',
      `methods: { gopay_id: { ${known}, hosted: false, direct: false } }`,
    );
    expect(live(none).methods.get('gopay_id')?.unknown).toEqual(['hosted']);
  });

  it.each([
    ['ideal_nl: { values: { bank: X } }', 'values without payment_source'],
    ['blik_pl: { fields: [] }', 'fields without name'],
    ['gopay_id: { direct: true }', 'PAYERMAX_PICTURE_HOSTS names no host'],
  ])('are refused where they could never be paid: %s', (facts, problem) => {
    const file = fileWith('unsold.yaml', `methods: { ${facts} }`);
    const { problems } = live(file, '');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it.each([
    [5, 30],
    [45, 45],
    [10_080, 1_440],
  ])('a QR code of %i minutes lives %i, as its gateway takes them', (told, minutes) => {
    const file = fileWith(`qr-${told}.yaml`, `methods: { pix_br: { close_minutes: ${told} } }`);
    expect(live(file).methods.get('pix_br')?.lifeMs).toBe(minutes * 60_000);
  });

  it('all are known in a sandbox', () => {
    const unknown = [...SANDBOX_METHODS.values()].filter((each) => each.unknown.length > 0);
    expect(unknown).toEqual([]);
  });

  it('without the right to the gateway’s page stay unknown', () => {
    const { methods } = live(fileWith('no.yaml', 'methods: { picpay_br: { hosted: false } }'));
    expect(methods.get('picpay_br')?.unknown).toEqual(['hosted']);
  });

  it('with a code stay unknown without the right to the direct call', () => {
    const { methods } = live(fileWith('no-code.yaml', 'methods: { bca_va_id: { direct: false } }'));
    expect(methods.get('bca_va_id')?.unknown).toContain('direct');
    expect(live().methods.get('bca_va_id')?.unknown).not.toContain('direct');
  });

  it.each([
    ['the sandbox’s file', SANDBOX, 'METHODS_FILE is the sandbox’s'],
    ['a copy of it', fileWith('copy.yaml', readFileSync(SANDBOX, 'utf8')), 'is the sandbox'],
    ['an unknown method', fileWith('a.yaml', 'methods: { cash: {} }'), 'names no method: cash'],
    ['an unknown fact', fileWith('b.yaml', 'methods: { card: { fee: 1 } }'), 'card.fee is wrong'],
    ['no YAML', fileWith('c.yaml', '{'), 'the whole file is wrong'],
  ])('production refuses %s', (_, file, why) => {
    const { problems } = live(file);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(why.replace('’', "'"));
  });

  it('a sandbox names the same mistakes', () => {
    const METHODS_FILE = fileWith('d.yaml', 'methods: { cash: {} }');
    expect(problemsOf({ METHODS_FILE })).toContain('METHODS_FILE names no method: cash');
  });

  it.each([
    [99, false],
    [100, true],
    [10_000_000, true],
    [10_000_001, false],
  ])('GCash takes %i minor units: %s', (sum, isTaken) => {
    const gcash = SANDBOX_METHODS.get('gcash_ph');
    expect(gcash && takesSum(gcash, sum)).toBe(isTaken);
  });
});
