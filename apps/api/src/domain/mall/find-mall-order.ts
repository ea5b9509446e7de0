import type { Role } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { gameGateway } from '../../config/games.ts';
import { Refusal } from '../../errors.ts';
import { readOfGame } from '../../games/signed-text.ts';
import { cartLimitsOf } from '../catalog/cart-limits.ts';
import { currencyOfCountry } from '../catalog/channels.ts';
import { productsKey } from '../orders/price-lines.ts';
import { lockPlayer } from '../orders/queries.ts';
import { placeOrder } from '../payments/place-order.ts';
import type { Basket } from '../payments/purchase.ts';
import { playerValues } from '../players/player-values.ts';
import { limitCalls } from '../players/limit-calls.ts';
import { cidOf, lookUpRole } from '../players/look-up-role.ts';
import { savePlayer } from '../players/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { readMallToken, type MallClaims } from './mall-token.ts';
import { insertRef, orderByRef, type MallOrderRow } from './queries.ts';

/** Role look-ups per address and minute (contract §2); only the first opening makes one. */
const LOOKUPS_PER_ADDRESS = 240;

export type MallVisit = {
  /** The project of the calling game. */
  readonly project: Project;
  readonly token: string;
  /** Country that prices a new order. */
  readonly country: string;
  /** The country that a trusted proxy named. */
  readonly networkCountry: string | null;
  readonly lang: string;
  /** The caller's network, as limits count it. */
  readonly network: string;
  /** The block around it. */
  readonly block: string;
};

export type MallOrderFound = { readonly claims: MallClaims; readonly order: MallOrderRow };

/**
 * Finds the order of a mall token, which its first opening creates; later openings find it even after the token expired.
 * @throws Refusal NO_SUCH_ORDER for a token that this game did not sign, or a reference that it used for another
 * purchase; LINK_EXPIRED; NO_SUCH_PROJECT; PAYMENT_ANOMALY; and those of lookUpRole and placeOrder
 */
export async function findMallOrder(ctx: Ctx, visit: MallVisit): Promise<MallOrderFound> {
  const claims = readClaims(ctx, visit);
  const known = await knownOrder(ctx, visit.project, claims);
  if (known !== null) return { claims, order: known };
  if (claims.exp <= ctx.clock.nowMs()) throw new Refusal('LINK_EXPIRED');
  const role = await roleOf(ctx, visit, claims);
  await makeOrder(ctx, visit, claims, role);
  const order = await knownOrder(ctx, visit.project, claims);
  if (order === null) throw new Refusal('TRY_AGAIN');
  return { claims, order };
}

function readClaims(ctx: Ctx, { project, token }: MallVisit): MallClaims {
  const claims = readOfGame(
    gameGateway(ctx.config.games, project.gameId),
    (key) => readMallToken(key, token, ctx.clock.nowMs()),
    () => ctx.metrics.secondKeyUses.inc({ key: `GAMES_FILE/${project.gameId}` }),
  );
  if (claims === null) throw new Refusal('NO_SUCH_ORDER');
  const named = ctx.catalogue.project(claims.website_code);
  if (named === null || !named.isOpen) throw new Refusal('NO_SUCH_PROJECT');
  if (named.code !== project.code) throw new Refusal('PARAMETER_ERROR');
  return { ...claims, cid: cidOf(project, claims.cid) };
}

/** @throws Refusal NO_SUCH_ORDER when the game used its reference for another purchase */
async function knownOrder(
  ctx: Ctx,
  project: Project,
  claims: MallClaims,
): Promise<MallOrderRow | null> {
  const row = await ctx.db.maybe(orderByRef, { project: project.code, ref: claims.ref });
  if (row !== null && row.claims_key !== claimsKey(claims)) throw new Refusal('NO_SUCH_ORDER');
  return row;
}

function claimsKey({ server_id, cid, products }: MallClaims): string {
  return `${server_id}/${cid}:${productsKey(products)}`;
}

async function roleOf(ctx: Ctx, visit: MallVisit, claims: MallClaims): Promise<Role> {
  const server = visit.project.servers.get(claims.server_id);
  if (server === undefined) throw new Refusal('NO_SUCH_CHARACTER');
  await limitCalls(ctx, `role:${visit.network}`, LOOKUPS_PER_ADDRESS, 'TOO_MANY_LOOKUPS');
  const found = await lookUpRole(ctx, visit.project, server, claims.cid, visit.lang);
  if (found.kind === 'other_game') throw new Refusal('NO_SUCH_CHARACTER');
  return found.role;
}

/** The player's lock orders concurrent openings of one token, so that they create one order. */
async function makeOrder(
  ctx: Ctx,
  visit: MallVisit,
  claims: MallClaims,
  role: Role,
): Promise<void> {
  const { project } = visit;
  const named = { project: project.code, ref: claims.ref };
  const now = ctx.clock.now();
  const { id: playerId } = await ctx.db.one(savePlayer, playerValues(project, role, now));
  await ctx.db.transaction(async (tx) => {
    const player = await tx.one(lockPlayer, { playerId });
    if ((await tx.maybe(orderByRef, named)) !== null) return;
    if (player.flagged_at !== null) throw new Refusal('PAYMENT_ANOMALY');
    const { orderId } = await placeOrder(ctx, tx, basketOf(visit, claims, playerId, role));
    const row = { ...named, orderId, claimsKey: claimsKey(claims), createdAt: now };
    const made = await tx.maybe(insertRef, row);
    // The game gave one reference to two characters, and the other one was first.
    if (made === null) throw new Refusal('NO_SUCH_ORDER');
  });
}

export function basketOf(
  visit: Pick<MallVisit, 'project' | 'country' | 'networkCountry' | 'lang'>,
  claims: MallClaims,
  playerId: number,
  recipient: Basket['recipient'],
): Basket {
  const { project, country, networkCountry, lang } = visit;
  return {
    project: project.code,
    playerId,
    recipient,
    lang,
    products: claims.products,
    source: 'mall',
    country,
    networkCountry,
    currency: currencyOfCountry(project, country),
    redirectUrl: '',
    // Keys sent by a page contain no colon.
    orderKey: `mall:${claims.ref}`,
    totalSeen: null,
    ...cartLimitsOf(project),
  };
}
