import type { Ctx } from '../context.ts';
import { find, FOREVER, readSum, type CardSearch, type Found } from '../domain/support/find.ts';
import { StartError } from '../platform/start-error.ts';
import { readDay } from './command-line.ts';
import type { ResolveOptions } from './resolve-options.ts';
import { formatCharacter, formatSum, formatTime, inOneLine } from './resolve-output.ts';

/** Longer than any number or name. */
const LONGEST = 200;
const DAY_MS = 86_400_000;
const LAST_DIGITS = /^\d{4}$/;

type Hit = Found['numbers']['shown'][number];
type Options = Pick<ResolveOptions, 'amount' | 'day' | 'project'>;

/** The output of `npm run resolve -- find ANYTHING`, one line for each hit. @throws StartError for a wrong option */
export async function findAnything(ctx: Ctx, given: string, options: Options): Promise<string> {
  const text = given.trim();
  if (text.length > LONGEST || text.includes('\0')) {
    throw new StartError(
      `Give a number, a character or four digits, of ${LONGEST} characters at most.`,
    );
  }
  const card = cardOf(text, options);
  const project = projectOf(ctx, options.project);
  const { numbers, cards, characters, orders } = await find(ctx, text, {
    projects: project === null ? null : [project],
    card,
  });
  const lines = [
    ...linesOf(numbers, 'numbers', hitLine),
    ...linesOf(cards, 'payments by card', hitLine),
    ...linesOf(characters, 'characters', characterLine),
    ...linesOf(orders, 'orders of these characters', hitLine),
  ];
  if (lines.length === 0)
    lines.push(`Nothing was found for "${inOneLine(text)}"${inProject(project)}.`);
  if (LAST_DIGITS.test(text) && card === null) {
    lines.push("To search for a card's last four digits, add --amount 4.99 or --day 2026-11-20.");
  }
  return lines.join('\n');
}

function inProject(project: string | null): string {
  return project === null ? '' : ` in ${project}`;
}

function projectOf(ctx: Ctx, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (ctx.catalogue.project(given) !== null) return given;
  const codes = ctx.catalogue.projects().map(({ code }) => code);
  throw new StartError(`--project names no project: give one of ${codes.join(', ')}.`);
}

/** @throws StartError for --amount or --day without four digits of a card: they narrow no other search */
function cardOf(text: string, { amount, day }: Options): CardSearch | null {
  if (amount === undefined && day === undefined) return null;
  if (!LAST_DIGITS.test(text)) {
    throw new StartError(
      '--amount and --day go with the last four digits of a card: nothing was searched.',
    );
  }
  const from = day === undefined ? new Date(0) : readDay('day', day);
  const until = day === undefined ? FOREVER : new Date(from.getTime() + DAY_MS);
  return { digits: text, sum: amount === undefined ? null : sumOf(amount), from, until };
}

function sumOf(amount: string): CardSearch['sum'] {
  const sum = readSum(amount);
  if (sum === null) {
    throw new StartError(
      '--amount must be a sum like 4.99, or like 499 in a currency without cents.',
    );
  }
  return sum;
}

function linesOf<T>(
  found: Found[keyof Found] & { readonly shown: readonly T[] },
  what: string,
  lineOf: (each: T) => string,
): string[] {
  if (!found.hasMore) return found.shown.map(lineOf);
  return [
    ...found.shown.map(lineOf),
    `more ${what}: only the newest ${found.shown.length} are shown`,
  ];
}

function hitLine(hit: Hit): string {
  const { kind, id, state, currency, amount_minor: minor, order_id: order } = hit;
  const sum = minor === null || currency === null ? null : formatSum(minor, currency);
  return lineOf([
    `${kind} ${id}`,
    who(hit),
    order === null || order === id ? null : `order ${order}`,
    state,
    sum,
    formatTime(hit.at),
    nextOf(hit),
  ]);
}

function characterLine(each: Found['characters']['shown'][number]): string {
  return lineOf([
    `character ${each.project} ${formatCharacter(each)}`,
    each.flagged_at === null ? null : 'FLAGGED',
    `seen ${formatTime(each.seen_at)}`,
    `→ npm run export -- --project ${each.project} --server ${each.server_id} --cid ${each.cid}`,
  ]);
}

function lineOf(parts: readonly (string | null)[]): string {
  return parts
    .flatMap((part) => (part === null || part === '' ? [] : [inOneLine(part)]))
    .join('  ');
}

function who({ project, server_id: server, cid, name }: Hit): string | null {
  if (project === null) return null;
  if (server === null || cid === null) return project;
  return `${project} ${formatCharacter({ server_id: server, cid, name: name ?? '' })}`;
}

/** The next command for a hit. Money without an order is decided by `list` and `reconcile`: `settle` would write it off. */
function nextOf({ kind, order_id: order, cid }: Hit): string | null {
  if (order !== null) return `→ npm run resolve -- show ${order}`;
  if (kind === 'message') return '→ npm run resolve -- list';
  if (kind === 'difference') return '→ npm run reconcile';
  return cid === null ? null : `→ npm run resolve -- find ${cid}`;
}
