import type { Ctx } from '../context.ts';
import { commandSwitch, type SwitchCtx } from '../domain/actions/command-switch.ts';
import type { MethodStop } from '../domain/methods/queries.ts';
import { EVERYWHERE } from '../domain/methods/rules.ts';
import { listMethodStops } from '../domain/methods/switch-methods.ts';
import { createCatalogueCache } from '../domain/projects/catalogue-cache.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';
import { byOf } from './command-person.ts';
import { readReason } from './inputs.ts';
import { inOneLine, printable } from './resolve-output.ts';

const USAGE =
  'Say what to do: npm run service -- methods, or methods on|off PROJECT METHOD [--country CC] --because "…"';

type MethodOrder =
  | { readonly verb: 'list' }
  | {
      readonly verb: 'on' | 'off';
      readonly project: string;
      readonly payId: string;
      readonly country: string | null;
      readonly because: string;
      /** The person of `--by`; absent: the machine's user. */
      readonly by?: string;
    };

/** Parses a call of `npm run service -- methods`. @throws StartError */
export function readMethods(given: readonly string[]): MethodOrder {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseWords({
    args: [...given],
    allowPositionals: true,
    options: { because: text, by: text, country: text },
  });
  const [, verb, project, payId, extra] = positionals;
  if (verb === undefined) {
    if (Object.keys(values).length > 0) throw new StartError(USAGE);
    return { verb: 'list' };
  }
  if (verb !== 'on' && verb !== 'off') throw new StartError(USAGE);
  if (project === undefined || payId === undefined || extra !== undefined) {
    throw new StartError(USAGE);
  }
  const { country = null, by } = values;
  if (country !== null && !/^[A-Z]{2}$/.test(country)) {
    throw new StartError(
      `--country is "${country}": a country is two capital letters, such as US.`,
    );
  }
  const because = readReason(values.because, USAGE);
  return { verb, project, payId, country, because, ...(by === undefined ? {} : { by }) };
}

/** Runs one call of `npm run service -- methods`. @returns the text to print @throws StartError */
export async function runMethods(ctx: SwitchCtx, given: readonly string[]): Promise<string> {
  const order = readMethods(given);
  if (order.verb === 'list') return listOf(await listMethodStops(ctx));
  const { verb: state, payId, country } = order;
  await checkMethod(ctx, order);
  const before = await stopsOf(ctx, order);
  const isOff = before.some((stop) => country === null || stop.country === country);
  if (state === 'on' && !isOff) throw new StartError(nothingToSwitchOn(order, before));
  const { changed } = await switchBy(ctx, order);
  const said = changed.map((each) => `${each.project} ${payId} ${placeOf(each.country)}: ${state}`);
  // A country's own stop ends, and the one of everywhere stays.
  const left = state === 'on' ? await stopsOf(ctx, order) : [];
  return printable([...said, ...left.map(lineOf)].join('\n'));
}

async function switchBy(
  ctx: SwitchCtx,
  { verb: state, project, payId, country, because, by }: Switch,
): Promise<{
  readonly changed: readonly { readonly project: string; readonly country: string }[];
}> {
  const { change } = await commandSwitch(ctx, byOf(by), {
    kind: 'switch_method',
    project,
    pay_id: payId,
    state,
    country,
    seen: null,
    because,
  });
  // Verified edge: switchMethod names what it changed.
  return change as { changed: { project: string; country: string }[] };
}

async function stopsOf(ctx: Pick<Ctx, 'db'>, { project, payId }: Switch) {
  return (await listMethodStops(ctx)).filter(
    (stop) => stop.pay_id === payId && (project === 'all' || stop.project === project),
  );
}

type Switch = Exclude<MethodOrder, { readonly verb: 'list' }>;

/** Checks that the named project, or one of all, has the method and sells in the country. @throws StartError */
async function checkMethod(
  { db }: Pick<Ctx, 'db'>,
  { project, payId, country }: Switch,
): Promise<void> {
  const known = (await createCatalogueCache(db)).projects();
  const named = known.filter(({ code }) => project === 'all' || code === project);
  if (named.length === 0) {
    const codes = known.map(({ code }) => code).join(', ');
    throw new StartError(`There is no project "${project}": ${codes}, or all.`);
  }
  const having = named.filter(({ channels }) => channels.some(({ pay_id }) => pay_id === payId));
  if (having.length === 0) {
    const methods = [
      ...new Set(named.flatMap((each) => each.channels.map(({ pay_id }) => pay_id))),
    ];
    throw new StartError(`${project} has no method "${payId}": ${methods.join(', ')}.`);
  }
  const selling = having.filter(({ currencyOf }) => country === null || currencyOf.has(country));
  if (selling.length === 0) throw new StartError(`${project} does not sell in ${country}.`);
}

function nothingToSwitchOn({ project, payId, country }: Switch, stops: readonly MethodStop[]) {
  const isEverywhere = country !== null && stops.some((stop) => stop.country === EVERYWHERE);
  return isEverywhere
    ? `${payId} of ${project} is off everywhere, not in ${country} alone: leave --country out.`
    : `${payId} of ${project} is not off${country === null ? '' : ` in ${country}`}: nothing was done.`;
}

function listOf(stops: readonly MethodStop[]): string {
  if (stops.length === 0) return 'Every method is on.';
  return printable(stops.map(lineOf).join('\n'));
}

/** One stop: method and country, since when, by whom and why, and the next try. */
export function lineOf(stop: MethodStop): string {
  const tries = stop.retry_count === 0 ? '' : `, refused tries: ${stop.retry_count}`;
  const next =
    stop.retry_at === null
      ? 'until an operator switches it on'
      : `next try ${stop.retry_at.toISOString()}${tries}`;
  const why = inOneLine(stop.why);
  return `${stop.project} ${stop.pay_id} ${placeOf(stop.country)}: off since ${stop.switched_off_at.toISOString()} by the ${stop.switched_by}: ${why}; ${next}`;
}

const placeOf = (country: string): string => (country === EVERYWHERE ? 'everywhere' : country);
