import { commandSwitch, type SwitchCtx } from '../domain/actions/command-switch.ts';
import { listServices } from '../domain/projects/service.ts';
import type { ProjectService, ServiceState } from '../domain/projects/service-queries.ts';
import { countryProblem, networkProblem } from '../domain/projects/served-lists.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';
import { byOf } from './command-person.ts';
import { readReason } from './inputs.ts';
import { inOneLine, printable } from './resolve-output.ts';

const USAGE =
  'Say what to do: npm run service -- list, open PROJECT, maintenance PROJECT, close PROJECT, log-out PROJECT, refuse PROJECT --countries … --networks …, or methods';
const STATES: Readonly<Record<string, ServiceState>> = {
  open: 'open',
  maintenance: 'maintenance',
  close: 'closed',
};

type ServiceOrder =
  | { readonly verb: 'list' }
  | {
      readonly verb: 'set' | 'log-out';
      readonly project: string;
      readonly state?: ServiceState;
      readonly countries?: readonly string[];
      readonly networks?: readonly string[];
      readonly because: string;
      /** The person of `--by`; absent: the machine's user. */
      readonly by?: string;
    };

/** Parses a call of `npm run service`. @throws StartError */
export function readService(given: readonly string[]): ServiceOrder {
  const { positionals, values } = parse(given);
  const [verb = '', project, extra] = positionals;
  if (verb === 'list' && project === undefined && Object.keys(values).length === 0) {
    return { verb };
  }
  const state = Object.hasOwn(STATES, verb) ? STATES[verb] : undefined;
  if (state === undefined && verb !== 'refuse' && verb !== 'log-out') throw new StartError(USAGE);
  if (project === undefined || extra !== undefined) throw new StartError(USAGE);
  const because = readReason(values.because, USAGE);
  const { countries, networks, by } = values;
  const named = { project, because, ...(by === undefined ? {} : { by }) };
  if (state !== undefined || verb === 'log-out') {
    if (countries !== undefined || networks !== undefined) {
      throw new StartError(`${verb} takes no list: only refuse takes --countries and --networks.`);
    }
    return state === undefined ? { verb: 'log-out', ...named } : { verb: 'set', state, ...named };
  }
  if (countries === undefined && networks === undefined) {
    throw new StartError('refuse takes --countries or --networks, or both.');
  }
  return {
    verb: 'set',
    ...named,
    ...(countries === undefined ? {} : { countries: readCountries(countries) }),
    ...(networks === undefined ? {} : { networks: readNetworks(networks) }),
  };
}

/** Runs one call of `npm run service`. @returns the text to print @throws StartError */
export async function runService(ctx: SwitchCtx, given: readonly string[]): Promise<string> {
  const order = readService(given);
  const known = await listServices(ctx);
  if (order.verb === 'list') return printable(known.map(lineOf).join('\n'));
  const { project, because, state, countries, networks } = order;
  const codes = known.map((each) => each.code);
  if (project !== 'all' && !codes.includes(project)) {
    throw new StartError(`There is no project "${project}": ${codes.join(', ')}, or all.`);
  }
  if (order.verb === 'log-out') {
    const action = { kind: 'end_sessions', project, because } as const;
    const { effects } = await commandSwitch(ctx, byOf(order.by), action);
    return printable(effects.join('\n'));
  }
  const about = { project, seen: null, because };
  await commandSwitch(
    ctx,
    byOf(order.by),
    state === undefined
      ? {
          kind: 'set_refused',
          countries: countries === undefined ? null : [...countries],
          networks: networks === undefined ? null : [...networks],
          ...about,
        }
      : { kind: 'set_service', state, opens_at: null, ...about },
  );
  const now = (await listServices(ctx)).filter(({ code }) => [code, 'all'].includes(project));
  return printable(now.map(lineOf).join('\n'));
}

function lineOf(each: ProjectService): string {
  const state = each.is_open ? (each.state ?? 'open') : 'closed by the catalogue';
  const refused = [...(each.countries ?? []), ...(each.networks ?? [])].join(', ') || 'nobody';
  const since =
    each.at === null ? '' : `  since ${each.at.toISOString()}: ${inOneLine(each.because ?? '')}`;
  return `${each.code}  ${state}, refuses ${refused}${since}`;
}

function parse(given: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { because: text, by: text, countries: text, networks: text };
  return parseWords({ args: [...given], allowPositionals: true, options });
}

const NONE = 'none';

/** Reads `CU,IR` or `none`. @throws StartError for the first entry that is no country */
const readCountries = (text: string) => listOf('countries', text, countryProblem);

/** Reads `203.0.113.0/24,2001:db8::/32` or `none`. @throws StartError for the first entry that is no network */
const readNetworks = (text: string) => listOf('networks', text, networkProblem);

function listOf(
  name: string,
  text: string,
  problemOf: (entry: string) => string | null,
): readonly string[] {
  if (text === NONE) return [];
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    const problem = problemOf(entry);
    if (problem !== null) throw new StartError(`--${name} holds "${entry}": ${problem}.`);
  }
  return [...new Set(entries)];
}
