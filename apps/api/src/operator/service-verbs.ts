import type { Ctx } from '../context.ts';
import { listServices, setService } from '../domain/projects/service.ts';
import type { ProjectService, ServiceState } from '../domain/projects/queries.ts';
import { StartError } from '../platform/start-error.ts';
import { networkOf, readRange } from '../platform/network-ranges.ts';
import { parseWords } from './command-line.ts';
import { readReason } from './inputs.ts';
import { inOneLine, printable } from './resolve-output.ts';

const USAGE =
  'Say what to do: npm run service -- list, open PROJECT, maintenance PROJECT, close PROJECT, refuse PROJECT --countries … --networks …, or methods';
const STATES: Readonly<Record<string, ServiceState>> = {
  open: 'open',
  maintenance: 'maintenance',
  close: 'closed',
};

type ServiceOrder =
  | { readonly verb: 'list' }
  | {
      readonly verb: 'set';
      readonly project: string;
      readonly state?: ServiceState;
      readonly countries?: readonly string[];
      readonly networks?: readonly string[];
      readonly because: string;
    };

/** Parses a call of `npm run service`. @throws StartError */
export function readService(given: readonly string[]): ServiceOrder {
  const { positionals, values } = parse(given);
  const [verb = '', project, extra] = positionals;
  if (verb === 'list' && project === undefined && Object.keys(values).length === 0) {
    return { verb };
  }
  const state = Object.hasOwn(STATES, verb) ? STATES[verb] : undefined;
  if (state === undefined && verb !== 'refuse') throw new StartError(USAGE);
  if (project === undefined || extra !== undefined) throw new StartError(USAGE);
  const because = readReason(values.because, USAGE);
  const { countries, networks } = values;
  if (state !== undefined) {
    if (countries !== undefined || networks !== undefined) {
      throw new StartError(`${verb} takes no list: only refuse takes --countries and --networks.`);
    }
    return { verb: 'set', project, state, because };
  }
  if (countries === undefined && networks === undefined) {
    throw new StartError('refuse takes --countries or --networks, or both.');
  }
  return {
    verb: 'set',
    project,
    because,
    ...(countries === undefined ? {} : { countries: readCountries(countries) }),
    ...(networks === undefined ? {} : { networks: readNetworks(networks) }),
  };
}

/** Runs one call of `npm run service`. @returns the text to print @throws StartError */
export async function runService(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: readonly string[],
): Promise<string> {
  const order = readService(given);
  const known = await listServices(ctx);
  if (order.verb === 'list') return printable(known.map(lineOf).join('\n'));
  const { project, verb: _, ...change } = order;
  const codes = known.map((each) => each.code);
  if (project !== 'all' && !codes.includes(project)) {
    throw new StartError(`There is no project "${project}": ${codes.join(', ')}, or all.`);
  }
  const changed = await setService(ctx, {
    ...change,
    projects: project === 'all' ? codes : [project],
  });
  const now = (await listServices(ctx)).filter((each) => changed.includes(each.code));
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
  const options = { because: text, countries: text, networks: text };
  return parseWords({ args: [...given], allowPositionals: true, options });
}

const NONE = 'none';
const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes that Intl names although they are no countries: unions, test codes, the unknown region. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Reads `CU,IR` or `none`. @throws StartError for the first entry that is no country */
function readCountries(text: string): readonly string[] {
  return listOf('countries', text, (entry) => {
    if (!/^[A-Z]{2}$/.test(entry)) return 'a country is two capital letters, such as US';
    // Proxies never send former codes or aliases such as UK.
    const today = new Intl.Locale(`und-${entry}`).region ?? entry;
    if (NAMES.of(entry) === undefined || NO_COUNTRY.has(entry)) return 'there is no such country';
    return today === entry ? null : `that is ${today} by its standard, ISO 3166`;
  });
}

/** Reads `203.0.113.0/24,2001:db8::/32` or `none`. @throws StartError for the first entry that is no network */
function readNetworks(text: string): readonly string[] {
  return listOf('networks', text, (entry) => {
    const range = readRange(entry);
    const network = range === null ? null : networkOf(range);
    if (range === null || network === null) {
      return 'a network is an address or a range, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
    }
    if (range.bits === 0) return 'that is every address: use close to close a project';
    // An address inside a range, written with its bits, may mean either.
    if (network.isExact) return null;
    return `its network is ${network.net}/${range.bits}: give that, or ${range.net} for the single address`;
  });
}

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
