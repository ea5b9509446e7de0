import type { Ctx } from '../../context.ts';
import { readOrderNumber } from '../orders/order-number.ts';
import { cidOf } from '../players/look-up-role.ts';
import { FOREVER, readSum, type CardSearch } from '../support/find.ts';
import { projectName } from './names.ts';

const DAY_MS = 86_400_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A single letter begins too many names. */
const SHORTEST_NAME = 2;

/** How a typed text is searched for. */
export type SearchText = {
  /** In words: forms that the text has. */
  readonly lookedFor: string;
  readonly card: CardSearch | null;
  /** Beginning of a character's name; null: the text has the form of a number of ours. */
  readonly name: string | null;
};

type Where = { readonly projects: readonly string[] | null; readonly now: Date };

/** Recognises the form of a text. Null: no text that anything could be named by. */
export function readSearchText(
  ctx: Pick<Ctx, 'catalogue'>,
  given: string,
  where: Where,
): (SearchText & { readonly text: string }) | null {
  const text = given.trim();
  // PostgreSQL has no text with these.
  if (text === '' || text.includes('\0') || !text.isWellFormed()) return null;
  const own = ownNumber(text);
  if (own !== null) return { text, lookedFor: own, card: null, name: null };
  const card = readCard(text, where.now);
  const isNameLong = Array.from(text).length >= SHORTEST_NAME;
  const forms = [
    ...(card === null ? [] : [card.inWords]),
    ...charactersIn(ctx, text, where.projects),
    ...(/^[\w:.-]{8,64}$/.test(text) ? ['number of a gateway, a game or a mall'] : []),
    isNameLong ? 'name of a character from its beginning' : 'whole name of a character',
  ];
  return {
    text,
    lookedFor: forms.join(', '),
    card: card?.card ?? null,
    name: isNameLong ? text : null,
  };
}

function ownNumber(text: string): string | null {
  const orderNo = readOrderNumber(text);
  if (orderNo !== null) return `order ${orderNo}`;
  if (/^wp[\s-]/i.test(text))
    return 'order number with a wrong symbol: its check symbol does not fit';
  if (/(?:^|#order=)[0-9a-z]{20}[\w-]{27}(?:$|&)/.test(text)) return 'order by its link';
  if (/^[0-9a-z]{20}$/i.test(text)) return 'id of an order, a request or a mail';
  if (/^A[0-9a-z]{20}_\d+$/.test(text)) return 'payment number';
  if (/^R[0-9a-z]{20}_\d+$/.test(text)) return 'refund number';
  return /^X(?:payermax|paypal)_/.test(text) ? 'number of a refund made at the gateway' : null;
}

function charactersIn(
  ctx: Pick<Ctx, 'catalogue'>,
  text: string,
  projects: readonly string[] | null,
): string[] {
  const [, server = null, id = text] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  const names = ctx.catalogue
    .projects()
    .filter(({ code }) => projects === null || projects.includes(code))
    .filter((project) => project.cidForm.test(cidOf(project, id)))
    .map(({ code }) => projectName(ctx, code).name);
  if (names.length === 0) return [];
  const where = server === null ? '' : ` on server ${server}`;
  return [`character ID${where} of ${names.join(', ')}`];
}

type Card = { readonly card: CardSearch; readonly inWords: string };

/** `••1111`, with a sum, a day or both: `1111 15.49`, `1111 2026-11-20`, `1111 20 Nov`. */
function readCard(text: string, now: Date): Card | null {
  const [, digits = '', rest = ''] =
    /^(?:[•*·.…x]+\s?)?(\d{4})(?: (.+))?$/iu.exec(text.replaceAll(/\s+/g, ' ').trim()) ?? [];
  if (digits === '') return null;
  const words = rest
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = words.length === 0 ? { sum: null, day: null } : readWords(words, now);
  if (found === null) return null;
  const { sum, day } = found;
  const inWords = [
    `payments by a card that ends in ${digits}`,
    ...(sum === null ? [] : [`of ${sum.inWords}`]),
    ...(day === null ? [] : [`on ${day.toISOString().slice(0, 10)}`]),
  ].join(' ');
  const from = day ?? new Date(0);
  const until = day === null ? FOREVER : new Date(day.getTime() + DAY_MS);
  return { card: { digits, sum: sum?.sum ?? null, from, until }, inWords };
}

type Sum = { readonly sum: CardSearch['sum']; readonly inWords: string };

/** Reads a sum and a day in any order; null: a word is neither. */
function readWords(words: readonly string[], now: Date) {
  for (let at = 0; at <= words.length; at += 1) {
    const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    for (const [sumText = '', dayText = ''] of [parts, parts.toReversed()]) {
      const sum = sumText === '' ? null : readAmount(sumText);
      const day = dayText === '' ? null : readDayOf(dayText, now);
      if ((sumText === '' || sum !== null) && (dayText === '' || day !== null)) return { sum, day };
    }
  }
  return null;
}

/** `15.49`, `15,49`, `€15.49`, `EUR 15.49`: a code limits it to its currency. */
function readAmount(text: string): Sum | null {
  const form = /^(?:([A-Z]{3}) ?)?\p{Sc}? ?(\d+(?:[.,]\d{2,3})?) ?\p{Sc}?(?: ?([A-Z]{3}))?$/iu;
  const [, before, amount = '', after] = form.exec(text) ?? [];
  const sum = readSum(amount.replace(',', '.'));
  const code = (before ?? after)?.toUpperCase();
  if (sum === null || (code !== undefined && !sum.currencies.includes(code))) return null;
  const currencies = code === undefined ? sum.currencies : [code];
  return {
    sum: { ...sum, currencies },
    inWords: code === undefined ? amount : `${amount} ${code}`,
  };
}

/** A day, UTC: `2026-11-20`, `20 Nov`, `Nov 20`, `20 Nov 2026`; without a year the last such day. */
function readDayOf(text: string, now: Date): Date | null {
  const [, year, month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day));
  const [, before, name = '', after, wanted] =
    /^(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?(?:\s+(\d{1,2}))?(?:\s+(\d{4}))?$/i.exec(text) ?? [];
  const monthOfName = MONTHS.indexOf(name.toLowerCase()) + 1;
  const date = before ?? after;
  if (monthOfName === 0 || date === undefined || (before !== undefined && after !== undefined))
    return null;
  if (wanted !== undefined) return dayOf(Number(wanted), monthOfName, Number(date));
  const thisYear = dayOf(now.getUTCFullYear(), monthOfName, Number(date));
  return thisYear !== null && thisYear <= now
    ? thisYear
    : dayOf(now.getUTCFullYear() - 1, monthOfName, Number(date));
}

/** Null: no day of the calendar. */
function dayOf(year: number, month: number, day: number): Date | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at : null;
}
