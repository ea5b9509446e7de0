import type { CallRequest, CallResult } from '@webpay/contract/calls';
import { createStoreClient, encodeCall } from '@webpay/contract/client';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { freshCid, MINIFLIX, want } from '../support/shopper.ts';
import type { Connection } from './connection.ts';

export const PROJECT = MINIFLIX;
export const SECRET = DEFAULT_SIGN_SECRET;
export const COUNTRY = 'US';

/** A character with a session. */
export type Player = {
  readonly token: string;
  readonly prId: string;
  readonly serverId: string;
  readonly cid: string;
  readonly productId: string;
  readonly user: Extract<CallResult<'role'>, { user_token: string }>;
};

type Posted = Exclude<CallName, 'heartbeat'>;
type Fields<N extends Posted> = Omit<CallRequest<N>, 'website_code'>;

/** Confirms a new character in the shop, as the home page does. */
export async function enter(shopUrl: string): Promise<Player> {
  const client = createStoreClient({ baseUrl: shopUrl, secret: SECRET, ...PROJECT });
  const servers = await want(client.call('servers', {}));
  const server = servers.find((each) => each.state === 'open');
  if (server === undefined) throw new Error('no open server');
  const place = { pr_id: server.pr_id, server_id: server.server_id, cid: freshCid() };
  const user = await want(client.call('role', place));
  if (!('user_token' in user)) throw new Error('the character belongs to another game');
  client.useToken(user.user_token);
  const { goods } = await want(client.call('productLists', place));
  const unlimited = goods.find((good) => good.limit === null && good.state === 'available');
  if (unlimited === undefined) throw new Error('nothing is sold without a limit');
  return {
    token: user.user_token,
    prId: place.pr_id,
    serverId: place.server_id,
    cid: place.cid,
    productId: unlimited.product_id,
    user,
  };
}

/** The signed body of a call, valid for five minutes. @param nowMs time of the shop's clock */
export function bodyOf<N extends Posted>(
  player: Player,
  name: N,
  fields: Fields<N>,
  nowMs = Date.now(),
): string {
  const path = CALL_PATHS[name];
  const common = {
    game_id: PROJECT.gameId,
    lang: 'en',
    timestamp: String(nowMs),
    website_code: path.website ? PROJECT.websiteCode : undefined,
    user_token: path.session === 'none' ? undefined : player.token,
  };
  // Verified edge: every request field of calls.ts is a string on the wire.
  return encodeCall(common, fields as Readonly<Record<string, string | undefined>>, SECRET);
}

export const FORM = 'application/x-www-form-urlencoded';

/** Result of a call that must succeed, over an open connection. */
export async function call<N extends Posted>(
  shop: Connection,
  player: Player,
  name: N,
  fields: Fields<N>,
): Promise<CallResult<N>> {
  const { body } = await shop.post(CALL_PATHS[name].path, FORM, bodyOf(player, name, fields));
  // Verified edge: the server's tests check its shapes against calls.ts.
  const answer = JSON.parse(body.toString()) as { code: number; result: CallResult<N> };
  if (answer.code !== 200) throw new Error(`${name}: ${body.toString()}`);
  return answer.result;
}
