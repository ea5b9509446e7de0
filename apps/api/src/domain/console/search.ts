import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import { SEARCH_KINDS, type OrderRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import { find, type Found } from '../support/find.ts';
import { characterOf } from './names.ts';
import { orderRows } from './order-rows.ts';
import { scopeOf, type Sees } from './scope.ts';
import { stateBadge } from './search-badges.ts';
import { charactersByName } from './search-queries.ts';
import { readSearchText } from './search-text.ts';

/** Hits of a group. */
const SHOWN = 5;

type Group = ConsoleResult<'search'>['groups'][number];
type Hit = Group['hits'][number];
type Kind = Hit['kind'];
type NumberHit = Found['numbers']['shown'][number];
type CharacterHit = Found['characters']['shown'][number];
/** Hits of one group before their orders are read. */
type Section = {
  readonly title: string;
  readonly hits: readonly NumberHit[];
  readonly hasMore: boolean;
};

const TITLES: Readonly<Record<Kind, string>> = {
  order: 'Orders',
  payment: 'Payments',
  refund: 'Refunds',
  dispute: 'Disputes',
  request: 'Requests',
  mail: 'Mails',
  message: 'Gateway messages that do not fit',
  difference: 'Differences of statements',
  character: 'Characters',
};
const NAMES: Readonly<Record<Kind, string>> = {
  order: 'Order',
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  request: 'Request',
  mail: 'Mail',
  message: 'Gateway message',
  difference: 'Difference',
  character: 'Character',
};

/**
 * Finds what a person names: orders, payments, refunds, disputes, requests, mails and characters, by indexes only. Hits are
 * grouped by kind, newest first; a single hit is the page to open.
 */
export async function search(
  ctx: Ctx,
  operator: Sees,
  input: ConsoleInput<'search'>,
): Promise<ConsoleResult<'search'>> {
  const projects = scopeOf(operator, input.project);
  const wanted = readSearchText(ctx, input.text, { projects, now: ctx.clock.now() });
  if (wanted === null) return { looked_for: 'a text that can be searched for', groups: [] };
  const { text, card, name, lookedFor } = wanted;
  if (projects?.length === 0) return { looked_for: lookedFor, groups: [] };
  const found = await find(ctx, text, { projects, card });
  const named =
    name === null
      ? []
      : await ctx.db.many(charactersByName, { name, projects, limit: 2 * SHOWN + 1 });
  const sections = [
    ...numberSections(found, operator),
    { title: 'Payments by this card', hits: found.cards.shown, hasMore: found.cards.hasMore },
  ];
  const newest = {
    title: 'Newest orders of these characters',
    hits: found.orders.shown,
    hasMore: found.orders.hasMore,
  };
  const orders = await ordersOf(ctx, [...sections, newest]);
  const groups = [
    ...sections.map((section) => groupOf(section, orders)),
    characterGroup(ctx, found.characters, named),
    groupOf(newest, orders),
  ];
  return { looked_for: lookedFor, groups: groups.filter(({ hits }) => hits.length > 0) };
}

/** A message without an order names no project: only who sees every project finds it. */
function numberSections({ numbers }: Found, { projects }: Sees): Section[] {
  const seen = numbers.shown.filter(({ project }) => projects.length === 0 || project !== null);
  return SEARCH_KINDS.map((kind) => ({
    title: TITLES[kind],
    hits: seen.filter((hit) => kindOf(hit) === kind),
    hasMore: false,
  }));
}

/** `settled message` is a message, too. */
function kindOf(hit: NumberHit): Kind | null {
  return SEARCH_KINDS.find((kind) => hit.kind.endsWith(kind)) ?? null;
}

async function ordersOf(
  ctx: Ctx,
  sections: readonly Section[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = sections.flatMap(({ hits }) => hits.slice(0, SHOWN).map((hit) => hit.order_id));
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows = await orderRows(ctx, known);
  return new Map(rows.map((row) => [row.id, row]));
}

function groupOf({ title, hits, hasMore }: Section, orders: ReadonlyMap<string, OrderRow>): Group {
  return {
    title,
    hits: hits.slice(0, SHOWN).flatMap((hit) => {
      const kind = kindOf(hit);
      const order = hit.order_id === null ? null : (orders.get(hit.order_id) ?? null);
      return kind === null ? [] : [numberHit(kind, hit, order)];
    }),
    has_more: hasMore || hits.length > SHOWN,
  };
}

function numberHit(kind: Kind, hit: NumberHit, order: OrderRow | null): Hit {
  const isOrder = kind === 'order' && order !== null;
  const { amount_minor: minor, currency } = hit;
  return {
    kind,
    id: hit.id,
    title: isOrder ? joined([order.order_no, goodsOf(order)]) : `${NAMES[kind]} ${hit.id}`,
    subtitle: joined(isOrder ? aboutOrder(order) : aboutPart(hit, order)),
    badge: isOrder ? (order.badges[0] ?? null) : badgeOf(kind, hit),
    sum: minor === null || currency === null ? null : { minor, currency },
    at: hit.at.getTime(),
    path: order === null ? null : `/orders/${order.id}`,
  };
}

function badgeOf(kind: Kind, hit: NumberHit): Hit['badge'] {
  if (hit.kind.startsWith('settled')) return { tone: 'grey', text: 'Settled' };
  return stateBadge(kind, hit.state);
}

function aboutOrder(order: OrderRow): string[] {
  const { project, cid, name } = order.character;
  return [name, cid, project.name, methodOf(order)];
}

/** A resend and a reward go to the character that the hit names; other parts belong to their order. */
function aboutPart(hit: NumberHit, order: OrderRow | null): string[] {
  const own = [hit.name ?? '', hit.cid ?? ''];
  if (order === null) return own;
  return [order.order_no, goodsOf(order), ...own, methodOf(order)];
}

function methodOf({ method }: OrderRow): string {
  if (method === null) return '';
  return method.last_four === null ? method.name : `${method.name} ••${method.last_four}`;
}

function goodsOf({ goods: [first, ...others] }: OrderRow): string {
  if (first === undefined) return '';
  const pieces = first.count === 1 ? first.name : `${first.name} ×${first.count}`;
  return others.length === 0 ? pieces : `${pieces} + ${others.length}`;
}

/** Characters by id or whole name, then by the beginning of the name. */
function characterGroup(
  ctx: Ctx,
  { shown, hasMore }: Found['characters'],
  named: readonly CharacterHit[],
): Group {
  const others = named.filter(({ id }) => !shown.some((each) => each.id === id));
  const all = [...shown, ...others];
  return {
    title: TITLES.character,
    hits: all.slice(0, SHOWN).map((each) => characterHit(ctx, each)),
    has_more: hasMore || all.length > SHOWN,
  };
}

function characterHit(ctx: Ctx, row: CharacterHit): Hit {
  const character = characterOf(ctx, { ...row, player_id: row.id, server_name: row.server_id });
  return {
    kind: 'character',
    id: character.player_id,
    title: character.name,
    subtitle: joined([character.cid, character.server_name, character.project.name]),
    badge: row.flagged_at === null ? null : { tone: 'red', text: 'Flagged' },
    sum: null,
    at: row.seen_at.getTime(),
    path: `/players/${character.player_id}`,
  };
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');
