import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@webpay/contract/languages';
import * as v from 'valibot';
import { parse } from 'yaml';
import { decimalToMinor } from '../../platform/http-client/decimal.ts';
import { complain, given, readTextFile, type Fields } from '../fields.ts';

/** Facts of a method that only the merchant's account can tell where no document does. */
const FACTS = [
  'values',
  'limits',
  'close_minutes',
  'refund',
  'fields',
  'hosted',
  'direct',
] as const;
export type Fact = (typeof FACTS)[number];

/** A method of one country, or of all (`'*'`): methods.yaml with the merchant's facts. */
export type PayMethod = {
  /** `pay_id` of the catalogue and of the contract. */
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly provider: 'payermax' | 'paypal';
  readonly method: 'card' | 'wallet' | 'apple_pay' | 'google_pay' | 'redirect' | 'voucher' | 'qr';
  /** The steps of a payment; the gateways and the storefront know each flow, and no method. */
  readonly flow: 'card' | 'wallet' | 'redirect' | 'voucher' | 'qr';
  /** The page that a redirect leads to, or the place where a code is paid. */
  readonly confirmsAt: 'bank' | 'wallet' | 'shop';
  readonly country: string;
  readonly currency: string;
  /** Order among the methods of its country. */
  readonly rank: number;
  /** A picture of the catalogue's shared folder. */
  readonly logo: string | null;
  /** Our own mark: the name in white on one colour. */
  readonly tile: { readonly text: string; readonly color: string } | null;
  /** The gateway's own words for the method; opaque outside its folder. */
  readonly values: Readonly<Record<string, string>>;
  /** Smallest and largest sum in minor units of `currency`; null: no limit is known to exist. */
  readonly minMinor: number | null;
  readonly maxMinor: number | null;
  /** Life of an unpaid order at the gateway, from its submission. */
  readonly lifeMs: number;
  /** Whether the gateway's direct call is used, which answers with a code, or with an app's address. */
  readonly isDirect: boolean;
  /** Whether money can be refunded to the payer. */
  readonly isRefundable: boolean;
  /** Whether a part of the money can be refunded; an unknown fact refuses nothing. */
  readonly isRefundableInPart: boolean;
  /** Days after the payment in which money can be refunded; null: the facts about refunds are unknown. */
  readonly refundDays: number | null;
  /** Data of the payer that the shop must ask for. */
  readonly fields: readonly string[];
  /** Apps that take the code of a `qr` method. */
  readonly apps: readonly string[];
  /** Facts that are missing: the method is not offered. */
  readonly unknown: readonly Fact[];
};

export type Methods = ReadonlyMap<string, PayMethod>;

const amount = v.nullable(v.pipe(v.string(), v.regex(/^\d{1,12}(?:\.\d{1,3})?$/)));
const days = v.pipe(v.number(), v.integer(), v.minValue(1));
const facts = {
  values: v.record(v.string(), v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{1,32}$/))),
  limits: v.strictObject({ min: amount, max: amount }),
  close_minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  refund: v.strictObject({
    full: v.boolean(),
    partial: v.boolean(),
    days,
  }),
  fields: v.array(v.pipe(v.string(), v.regex(/^[a-z_]{1,32}$/))),
  hosted: v.boolean(),
  direct: v.boolean(),
} as const;
const unknown = v.literal('unknown');

const row = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,64}$/)),
  name: v.intersect([
    v.object({ en: v.string() }),
    v.record(v.picklist(LANGUAGES), v.pipe(v.string(), v.minLength(1), v.maxLength(60))),
  ]),
  provider: v.picklist(['payermax', 'paypal']),
  method: v.picklist(['card', 'wallet', 'apple_pay', 'google_pay', 'redirect', 'voucher', 'qr']),
  flow: v.picklist(['card', 'wallet', 'redirect', 'voucher', 'qr']),
  confirms_at: v.optional(v.picklist(['bank', 'wallet', 'shop']), 'wallet'),
  country: v.pipe(v.string(), v.regex(/^(?:[A-Z]{2}|\*)$/)),
  currency: v.pipe(v.string(), v.regex(/^(?:[A-Z]{3}|\*)$/)),
  rank: v.pipe(v.number(), v.integer(), v.minValue(1)),
  logo: v.optional(v.string()),
  tile: v.optional(
    v.strictObject({
      text: v.pipe(v.string(), v.minLength(1), v.maxLength(14)),
      color: v.pipe(v.string(), v.regex(/^#[0-9A-F]{6}$/)),
    }),
  ),
  apps: v.optional(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(30))), []),
  values: v.union([unknown, facts.values]),
  limits: v.union([unknown, facts.limits]),
  close_minutes: v.union([unknown, facts.close_minutes]),
  refund: v.union([
    unknown,
    v.strictObject({ full: v.boolean(), partial: v.union([unknown, v.boolean()]), days }),
  ]),
  fields: v.union([unknown, facts.fields]),
  hosted: v.union([unknown, facts.hosted]),
  direct: v.optional(v.union([unknown, facts.direct]), false),
});
type Row = v.InferOutput<typeof row>;

/** METHODS_FILE: what the merchant's account says about each method. */
const answersFile = v.strictObject({
  sandbox_only: v.optional(v.boolean(), false),
  methods: v.record(
    v.string(),
    v.strictObject({
      values: v.exactOptional(facts.values),
      limits: v.exactOptional(facts.limits),
      close_minutes: v.exactOptional(facts.close_minutes),
      refund: v.exactOptional(facts.refund),
      fields: v.exactOptional(facts.fields),
      hosted: v.exactOptional(facts.hosted),
      direct: v.exactOptional(facts.direct),
    }),
  ),
});
type Answers = v.InferOutput<typeof answersFile>;

const SANDBOX_FILE = path.join(import.meta.dirname, 'sandbox.yaml');
const ROWS = v.parse(v.array(row), parse(readText('methods.yaml')));

/** The product's methods with the sandbox's invented facts. */
export const SANDBOX_METHODS: Methods = withAnswers(
  v.parse(answersFile, parse(readText('sandbox.yaml'))),
);

/**
 * Reads the merchant's facts about the product's methods. Production refuses the sandbox's, which are
 * the default of a sandbox.
 */
export function readMethods(fields: Fields, isProduction: boolean): Methods {
  const name = 'METHODS_FILE';
  if (given(fields, name) === null && isProduction) return withAnswers({ methods: {} });
  const parsed = v.safeParse(answersFile, loosely(readTextFile(fields, name, SANDBOX_FILE)));
  if (!parsed.success) {
    const where = v.getDotPath(parsed.issues[0]) ?? 'the whole file';
    complain(fields, name, `does not map methods to their facts (${where} is wrong)`);
    return withAnswers({ methods: {} });
  }
  const answers = parsed.output;
  for (const [id, told] of Object.entries(answers.methods)) {
    const found = ROWS.find((each) => each.id === id);
    if (found === undefined) complain(fields, name, `names no method: ${id}`);
    else if (found.flow === 'redirect') refuseUnsold(fields, found, told, isProduction);
  }
  if (isProduction && answers.sandbox_only) {
    complain(fields, name, "is the sandbox's: production needs the merchant's own facts");
  }
  return withAnswers(answers);
}

/** Refuses facts with which a method that redirects could be offered, and never be paid. */
function refuseUnsold(
  fields: Fields,
  { id, provider }: Row,
  { values, fields: asked, direct }: Answers['methods'][string],
  isProduction: boolean,
): void {
  const name = 'METHODS_FILE';
  if (provider === 'paypal') {
    if (values !== undefined && values['payment_source'] === undefined) {
      complain(fields, name, `gives ${id} values without payment_source, which PayPal needs`);
    }
    if (asked !== undefined && !asked.includes('name')) {
      complain(fields, name, `gives ${id} fields without name, which PayPal needs`);
    }
  }
  const pictures = 'PAYERMAX_PICTURE_HOSTS';
  // The direct call answers the address of an app, which no computer opens, and a picture.
  if (isProduction && direct === true && given(fields, pictures) === null) {
    const why = `gives ${id} the direct call, but ${pictures} names no host of its pictures for computers`;
    complain(fields, name, why);
  }
}

/** @returns whether a method takes this sum of its currency; a sum in minor units */
export function takesSum({ minMinor, maxMinor }: PayMethod, minor: number): boolean {
  return (minMinor === null || minor >= minMinor) && (maxMinor === null || minor <= maxMinor);
}

function withAnswers({ methods }: Pick<Answers, 'methods'>): Methods {
  return new Map(ROWS.map((each) => [each.id, methodOf({ ...each, ...methods[each.id] })]));
}

function methodOf(each: Row): PayMethod {
  const { id, name, provider, method, flow, country, currency, rank, logo, tile } = each;
  const limits = known(each.limits);
  const refund = known(each.refund);
  const minor = (text: string | null | undefined) =>
    text === null || text === undefined ? null : decimalToMinor(text, currency);
  return {
    id,
    name,
    provider,
    method,
    flow,
    confirmsAt: each.confirms_at,
    country,
    currency,
    rank,
    logo: logo ?? null,
    tile: tile ?? null,
    values: known(each.values) ?? {},
    minMinor: minor(limits?.min),
    maxMinor: minor(limits?.max),
    lifeMs: lifeOf(each) * 60_000,
    isDirect: each.direct === true,
    isRefundable: refund?.full ?? false,
    isRefundableInPart: refund === null || refund.partial !== false,
    refundDays: refund?.days ?? null,
    fields: known(each.fields) ?? [],
    apps: each.apps,
    unknown: FACTS.filter((fact) => isMissing(each, fact)),
  };
}

/**
 * The contract must allow the direct call of a method that gives a code; of one that redirects, this call or the gateway's
 * page.
 */
function isMissing(each: Row, fact: Fact): boolean {
  const { flow, hosted, direct, refund } = each;
  if (flow === 'redirect' && (fact === 'hosted' || fact === 'direct')) {
    const isReached = hosted === true || direct === true;
    return !isReached && (fact === 'hosted' || direct === 'unknown');
  }
  if (fact === 'direct' && (flow === 'voucher' || flow === 'qr')) return direct !== true;
  if (fact === 'refund' && refund !== 'unknown') return refund.partial === 'unknown';
  return each[fact] === 'unknown';
}

/** Minutes that an unpaid order lives. A QR code lives as PayerMax takes its `expireTime`: half an hour to a day. */
function lifeOf({ flow, close_minutes: told }: Row): number {
  const minutes = known(told) ?? 0;
  return flow === 'qr' ? Math.min(Math.max(minutes, 30), 1_440) : minutes;
}

function known<T>(fact: T | 'unknown'): T | null {
  return fact === 'unknown' ? null : fact;
}

function readText(file: string): string {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8');
}

function loosely(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
