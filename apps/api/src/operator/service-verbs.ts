import { parseArgs } from 'node:util';
import type { Ctx } from '../context.ts';
import { listService, setService } from '../domain/projects/service.ts';
import type { ProjectService, ServiceState } from '../domain/projects/queries.ts';
import { StartError } from '../platform/start-error.ts';
import { refuseTwice, sayWhy } from './options.ts';
import { readReason } from './reason.ts';
import { inOneLine, printable } from './resolve-words.ts';
import { readCountries, readNetworks } from './service-lists.ts';

const USAGE =
  'Say what to do: npm run service -- list, open PROJECT, maintenance PROJECT, close PROJECT, or refuse PROJECT --countries … --networks …';
const STATES: Readonly<Record<string, ServiceState>> = {
  open: 'open',
  maintenance: 'maintenance',
  close: 'closed',
};

export type ServiceOrder =
  | { readonly verb: 'list' }
  | {
      readonly verb: 'set';
      readonly project: string;
      readonly state?: ServiceState;
      readonly countries?: readonly string[];
      readonly networks?: readonly string[];
      readonly because: string;
    };

/** What was asked for. @throws StartError with one sentence for anything that is not meant so */
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
      throw new StartError(`${verb} takes no list: refuse does.`);
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

/** One call of `npm run service`; answers what to print. @throws StartError with one sentence */
export async function runService(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: readonly string[],
): Promise<string> {
  const order = readService(given);
  const known = await listService(ctx);
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
  const now = (await listService(ctx)).filter((each) => changed.includes(each.code));
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
  try {
    const parsed = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { because: text, countries: text, networks: text },
      tokens: true,
    });
    refuseTwice(parsed.tokens);
    return parsed;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(sayWhy(error));
  }
}
