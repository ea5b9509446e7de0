import { exponentOf } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { readOrderNumber } from '../orders/order-number.ts';
import { cidOf } from '../players/look-up-role.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import {
  findByNumber,
  findCards,
  findCharacters,
  findOrdersOf,
  MAX_HITS,
  type Hit,
} from './find-queries.ts';

/** The last four digits of a card, with a sum in minor units of `currencies`, and a time. */
export type CardSearch = {
  readonly digits: string;
  readonly sum: { readonly minor: number; readonly currencies: readonly string[] } | null;
  readonly from: Date;
  readonly until: Date;
};

/** Later than every clock of a shop. */
export const FOREVER = new Date('9999-12-31T00:00:00Z');

/** Reads a sum for every currency that has its number of decimals: 4.99 fits USD, 499 fits JPY. Null: no sum. */
export function readSum(amount: string): CardSearch['sum'] {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{2,3}))?$/.exec(amount) ?? [];
  if (whole === '') return null;
  const currencies = Intl.supportedValuesOf('currency').filter(
    (currency) => exponentOf(currency) === part.length,
  );
  return { minor: Number(whole + part), currencies };
}

/** At most 50 of a kind, the newest first. */
type Some<T> = { readonly shown: readonly T[]; readonly hasMore: boolean };

export type Found = {
  readonly numbers: Some<Hit>;
  readonly cards: Some<Hit>;
  readonly characters: Some<RowOf<typeof findCharacters>>;
  readonly orders: Some<Hit>;
};

/** An order's token, alone or in the address of the order's page. */
const ORDER_TOKEN = /(?:^|#order=)([0-9a-z]{20})[\w-]{27}(?:$|&)/;

/**
 * Finds what a player, a gateway or a game may name, by indexes only: numbers of orders, payments, refunds, gateways,
 * disputes, requests, mails and mall orders; characters by id, SERVER/ID or whole name; cards by their last four digits.
 */
export async function find(
  ctx: Pick<Ctx, 'db' | 'catalogue'>,
  text: string,
  {
    projects,
    card,
  }: {
    /** Null: all. Hits of no project are found in any. */
    readonly projects: readonly string[] | null;
    readonly card: CardSearch | null;
  },
): Promise<Found> {
  const { db } = ctx;
  const numbers = await db.many(findByNumber, {
    text,
    orderId: ORDER_TOKEN.exec(text)?.[1] ?? text.toLowerCase(),
    orderNo: readOrderNumber(text),
    // As a game's records name a mail.
    mailId: text.replace(/^(?:delivery|claim):/, ''),
  });
  const characters = await db.many(findCharacters, { ...characterIn(ctx, text), projects });
  const shown = characters.slice(0, MAX_HITS);
  const playerIds = shown.map(({ id }) => id);
  return {
    numbers: some(
      numbers.filter(
        (each) => projects === null || each.project === null || projects.includes(each.project),
      ),
    ),
    cards: some(card === null ? [] : await findCard(db, card, projects)),
    characters: some(characters),
    orders: some(playerIds.length === 0 ? [] : await db.many(findOrdersOf, { playerIds })),
  };
}

function findCard(db: Ctx['db'], card: CardSearch, projects: readonly string[] | null) {
  return db.many(findCards, {
    digits: card.digits,
    fromAt: card.from,
    untilAt: card.until,
    amountMinor: card.sum?.minor ?? null,
    currencies: card.sum?.currencies ?? [],
    projects,
  });
}

/** The id as each project writes it, and `SERVER/ID` as the commands print a character. */
function characterIn({ catalogue }: Pick<Ctx, 'catalogue'>, text: string) {
  const [, server = null, id = text] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  const cids = new Set([id, ...catalogue.projects().map((each) => cidOf(each, id))]);
  return { cids: [...cids], name: text, serverId: server };
}

function some<T>(rows: readonly T[]): Some<T> {
  return { shown: rows.slice(0, MAX_HITS), hasMore: rows.length > MAX_HITS };
}
