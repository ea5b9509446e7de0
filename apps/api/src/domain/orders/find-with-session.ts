import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../platform/db/statement.ts';
import { sessionRow, type Session } from '../players/queries.ts';
import { findSession, hashToken } from '../players/session.ts';
import { orderIdOfToken } from './ids.ts';
import { viewColumns, viewRow, type OrderForView } from './view-queries.ts';

/** A session with the order that its player looks at. */
export type SessionWithOrder = Session & { readonly order?: OrderForView };

const { seen_at: _seenAt, token_hash: _tokenHash, ...inJson } = sessionRow.entries;

/** An order with the session of a token, if it is active: a page that polls asks for both. */
export const orderWithSession = statement({
  name: 'orders.for_view_with_session',
  text: `select ${viewColumns}, (
      select jsonb_build_object('project', s.project, 'player_id', p.id, 'pr_id', p.pr_id, 'server_id', p.server_id,
        'cid', p.cid, 'server_name', p.server_name, 'name', p.name, 'level', p.level, 'by_link', s.by_link,
        'seen_ms', extract(epoch from s.seen_at) * 1000)
      from sessions s join players p on p.id = s.player_id
      where s.token_hash = :tokenHash and s.ended_at is null
        and s.expires_at > :now and s.seen_at > :now::timestamptz - interval '30 days') as session
    from orders o left join deliveries d on d.order_id = o.id
    where o.id = :orderId`,
  params: { orderId: 'text', tokenHash: 'bytea', now: 'timestamptz' },
  row: v.object({
    ...viewRow.entries,
    session: v.nullable(v.object({ ...inJson, seen_ms: v.number() })),
  }),
});

/** Session of a user token, with the order of `orderToken`; null as `findSession`. */
export async function findSessionWithOrder(
  ctx: Ctx,
  userToken: string,
  orderToken: string | undefined,
): Promise<SessionWithOrder | null> {
  const orderId = orderToken === undefined ? null : orderIdOfToken(ctx, orderToken);
  if (orderId === null) return findSession(ctx, userToken);
  const tokenHash = hashToken(userToken);
  const row = await ctx.db.maybe(orderWithSession, { orderId, tokenHash, now: ctx.clock.now() });
  if (row === null) return findSession(ctx, userToken);
  const { session: found, ...order } = row;
  if (found === null) return null;
  const { seen_ms: seenMs, ...session } = found;
  return { ...session, seen_at: new Date(seenMs), order };
}
