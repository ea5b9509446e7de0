import { merchantOfProject, sellsThrough } from '../../../config/merchants.ts';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { gatewayInWords, inOneLine } from '../../actions/words.ts';
import { EVERYWHERE } from '../../methods/rules.ts';
import { listMethodStops } from '../../methods/switch-methods.ts';
import { methodsOfProjects } from '../../methods/switch-queries.ts';
import { guardedSince, lookupBudgets } from '../../players/lookup-budgets.ts';
import { isOffered } from '../../projects/served-country.ts';
import type { ProjectService } from '../../projects/service-queries.ts';
import { listServices } from '../../projects/service.ts';
import { inEnglish, projectName } from '../names.ts';
import { MAX_OF_LIST } from '../queues/owner-columns.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { mailsInMaintenance, openCircuits, underWay, usedBudgets } from './queries.ts';

type Read = ConsoleResult<'service'>;

/** A process renews its circuits every second; one that is silent for longer has ended. */
const ALIVE_MS = 15_000;
/** Rows of a kind that are counted; a count at it is a lower bound. */
const MAX_UNDER_WAY = 1_000;

/** How the operator's projects are served, and what the shop stopped by itself. */
export async function readService(
  ctx: Ctx,
  operator: Sees,
  { project }: { readonly project?: string | undefined },
): Promise<Read> {
  const scope = scopeOf(operator, project);
  const isSeen = (code: string): boolean => scope === null || scope.includes(code);
  const services = (await listServices(ctx)).filter(({ code }) => isSeen(code));
  const goesOn = await ctx.db.many(underWay, { projects: scope, most: MAX_UNDER_WAY });
  return {
    may_all: operator.projects.length === 0,
    projects: services.map((row) => {
      const {
        payments = 0,
        mails = 0,
        refunds = 0,
      } = goesOn.find((each) => each.project === row.code) ?? {};
      return { ...servedProject(row), under_way: { payments, mails, refunds } };
    }),
    methods: await readMethods(ctx, scope),
    circuits: await readCircuits(ctx, isSeen),
    servers: await readServers(ctx, scope),
    guarded: await readGuarded(ctx, isSeen),
    now: ctx.clock.nowMs(),
  };
}

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;

function servedProject(row: ProjectService): Omit<Read['projects'][number], 'under_way'> {
  return {
    code: row.code,
    name: row.name,
    is_in_catalogue: row.is_open,
    state: row.state ?? 'open',
    opens_at: msOf(row.opens_at),
    countries: [...(row.countries ?? [])],
    networks: [...(row.networks ?? [])],
    since: msOf(row.at),
    by: row.by_name,
    because: row.because === null ? null : inOneLine(row.because),
    seen: row.id,
  };
}

async function readMethods(ctx: Ctx, scope: readonly string[] | null): Promise<Read['methods']> {
  const given = { projects: scope, payId: null, country: null };
  const methods = await ctx.db.many(methodsOfProjects, given);
  const stops = await listMethodStops(ctx);
  return methods.map(({ project, pay_id: payId, name, provider, id }) => ({
    project: projectName(ctx, project),
    pay_id: payId,
    name,
    gateway: gatewayOf(ctx, project, provider),
    countries: [...countriesOf(ctx, project, payId)],
    stops: stops
      .filter((stop) => stop.project === project && stop.pay_id === payId)
      .map((stop) => ({
        country: stop.country === EVERYWHERE ? null : stop.country,
        // Verified edge: the table's own check names the two.
        switched_by: stop.switched_by as 'gateway' | 'operator',
        by: stop.by_name,
        why: inOneLine(stop.why),
        since: stop.switched_off_at.getTime(),
        next_try: msOf(stop.retry_at),
        tries: stop.retry_count,
      })),
    seen: id,
  }));
}

/** The gateway of a method, or the reason why the project's merchant offers none of its methods. */
function gatewayOf({ config }: Ctx, project: string, provider: 'payermax' | 'paypal'): string {
  const name = gatewayInWords(provider);
  if (sellsThrough(config, project, provider)) return name;
  const merchant = merchantOfProject(config, project) ?? 'the default merchant';
  return `${name}: ${merchant} has no account there`;
}

function countriesOf({ catalogue, config }: Ctx, code: string, payId: string): readonly string[] {
  const project = catalogue.project(code);
  const channel = project?.channels.find(({ pay_id: id }) => id === payId);
  if (project === null || channel === undefined) return [];
  if (!sellsThrough(config, code, channel.provider)) return [];
  const sold = project.countries.filter((each) => isOffered(channel, each.country, each.currency));
  return sold.map(({ country }) => country).toSorted();
}

/** A game's circuit belongs to its project; a gateway serves all projects. */
async function readCircuits(
  ctx: Ctx,
  isSeen: (code: string) => boolean,
): Promise<Read['circuits']> {
  const after = new Date(ctx.clock.real().getTime() - ALIVE_MS);
  const rows = await ctx.db.many(openCircuits, { after });
  // Real times, told by the shop's clock.
  const aheadMs = ctx.clock.nowMs() - ctx.clock.real().getTime();
  return rows.flatMap(({ what, place, since, processes }) => {
    const times = { since: since.getTime() + aheadMs, processes: [...processes], what };
    if (what === 'gateway') {
      const [provider = '', merchant] = place.split('/');
      const name = gatewayInWords(provider);
      return [{ ...times, place: merchant === undefined ? name : `${name}, merchant ${merchant}` }];
    }
    const [gameId = '', ...server] = place.split('/');
    const project = ctx.catalogue.projectOfGame(gameId);
    if (project === null || !isSeen(project.code)) return [];
    const { name } = projectName(ctx, project.code);
    if (what === 'game') return [{ ...times, place: name }];
    return [{ ...times, place: `${name}, ${serverName(ctx, project.code, server.join('/'))}` }];
  });
}

function serverName(ctx: Ctx, project: string, serverId: string): string {
  const server = ctx.catalogue.project(project)?.servers.get(serverId);
  return server === undefined ? serverId : inEnglish(ctx, project, server.name);
}

async function readServers(ctx: Ctx, scope: readonly string[] | null): Promise<Read['servers']> {
  const waiting = await ctx.db.many(mailsInMaintenance, { projects: scope, most: MAX_OF_LIST });
  const aheadMs = ctx.clock.nowMs() - ctx.clock.real().getTime();
  const listed = ctx.catalogue.projects().flatMap(({ code, servers }) => {
    if (scope !== null && !scope.includes(code)) return [];
    const closed = [...servers.values()].filter(({ state }) => state === 'maintenance');
    return closed.map(({ server_id: id }) => ({ project: code, server_id: id }));
  });
  const isSame = (a: (typeof listed)[number], b: (typeof listed)[number]): boolean =>
    a.project === b.project && a.server_id === b.server_id;
  const others = waiting.filter((row) => !listed.some((each) => isSame(each, row)));
  return [...listed, ...others].map(({ project, server_id: id }) => {
    const mails = waiting.find((row) => isSame(row, { project, server_id: id }));
    return {
      project: projectName(ctx, project),
      server_id: id,
      name: serverName(ctx, project, id),
      in_catalogue: listed.some((each) => isSame(each, { project, server_id: id })),
      mails: mails?.mails ?? 0,
      until: mails === undefined ? null : mails.until.getTime() + aheadMs,
    };
  });
}

/** Projects whose own budget of unknown characters is used up: each such look-up needs an image code. */
async function readGuarded(ctx: Ctx, isSeen: (code: string) => boolean): Promise<Read['guarded']> {
  const nowMs = ctx.clock.real().getTime();
  const budgets = ctx.catalogue
    .projects()
    .filter(({ code }) => isSeen(code))
    .flatMap((project) =>
      lookupBudgets(project, ctx.config.limitScale)
        .filter(({ scope }) => scope === 'project')
        .map(({ window, limit }) => ({ code: project.code, window, limit })),
    );
  const used = await ctx.db.many(usedBudgets, {
    keys: budgets.map(({ code, window }) => `${window}:strangers:${code}`),
    since: budgets.map(({ window }) => guardedSince(window, nowMs)),
    limits: budgets.map(({ limit }) => limit),
  });
  return used.flatMap(({ n }) => {
    const budget = budgets[n - 1];
    if (budget === undefined) return [];
    return [{ project: projectName(ctx, budget.code), window: budget.window }];
  });
}
