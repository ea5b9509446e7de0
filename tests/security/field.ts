import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import type { Ctx } from '../../apps/api/src/context.ts';
import { createShopper, MINIFLIX, type Outside, type Shopper } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { FORM, signedBody, type Fields, type Seen, type Wire } from './wire.ts';

/** Where an attack takes place: a whole running shop, a client that knows the secret, and a look at the rows. */
export type Field = {
  readonly environment: TestEnvironment;
  readonly ctx: Ctx;
  readonly wire: Wire;
  /** How many calls at once race for what may be had once. */
  readonly parallel: number;
  /** Attempts about which somebody with a gateway's own key lied on purpose: their words lie in quarantine. */
  readonly liedAbout: Set<string>;
  /** Of the server that is there from beginning to end. */
  readonly serverPid: number;
};

/** One way to take what is not the caller's. */
export type Attack = {
  /** What is tried. */
  readonly name: string;
  /** What must happen. */
  readonly must: string;
  /** Answers what happened; throws when the attack got through. */
  readonly run: (field: Field) => Promise<string>;
};

export type Theme = {
  readonly title: string;
  readonly attacks: readonly Attack[];
  /** Its attacks are so many calls each that none runs beside another. */
  readonly isCrowded?: boolean;
};

/** Who calls: nobody, or the owner of a token. */
export type As = { readonly token?: string; readonly gameId?: string; readonly code?: string };

/** A call with every common field as it should be and the signature right; `fields` come last and win. */
export function call(field: Field, name: CallName, fields: Fields, as: As = {}): Promise<Seen> {
  return post(field, CALL_PATHS[name].path, Object.entries({ ...commonOf(name, as), ...fields }));
}

/** The same pair by pair, so that fields can stand twice or be named anything. */
export function post(
  field: Field,
  path: string,
  pairs: readonly (readonly [string, string])[],
  headers: Fields = {},
): Promise<Seen> {
  const body = signedBody(pairs);
  return field.wire.send(path, { method: 'POST', headers: { ...FORM, ...headers }, body });
}

export function commonOf(name: CallName, as: As = {}): Fields {
  return {
    game_id: as.gameId ?? MINIFLIX.gameId,
    lang: 'en',
    ver: 'attack',
    timestamp: String(Date.now()),
    ...(CALL_PATHS[name].website ? { website_code: as.code ?? MINIFLIX.websiteCode } : {}),
    ...(as.token === undefined ? {} : { user_token: as.token }),
  };
}

/** A player of miniflix who was never here before. */
export function newcomer(field: { readonly environment: Outside }): Promise<Shopper> {
  return createShopper(field.environment);
}

/** What an honest order/create of one good says. */
export function orderFields(product: string, more: Fields = {}): Fields {
  return {
    products: JSON.stringify([{ product_id: product, count: 1 }]),
    country: 'US',
    pay_id: 'card',
    redirect_url: '/miniflix/payment',
    source: 'direct',
    ...more,
  };
}

/** One row of the shop's database, as it stands. */
export async function row(
  field: Field,
  text: string,
  values: readonly unknown[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await field.ctx.db.pool.query<Record<string, unknown>>(text, [...values]);
  const [first] = rows;
  if (first === undefined) throw new Error(`no row: ${text}`);
  return first;
}

export async function count(
  field: Field,
  from: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { n } = await row(field, `select count(*)::int4 as n from ${from}`, values);
  return Number(n);
}
