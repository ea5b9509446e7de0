import { ACTIVITY_KINDS } from '@webpay/contract/activity-shapes';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { channelData, eventData, projectData, texts } from './project-data.ts';

export const productData = v.object({
  name: texts,
  description: texts,
  image: v.string(),
  category: v.string(),
  tier: v.number(),
  contents: v.array(
    v.object({ item_id: v.string(), name: texts, count: v.number(), image: v.string() }),
  ),
  bonus: v.nullable(v.object({ item_id: v.string(), name: texts, count: v.number() })),
  tag: v.nullable(texts),
});
export type ProductData = v.InferOutput<typeof productData>;

export const productColumns = {
  product_id: v.string(),
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  limit_max: v.nullable(v.number()),
  limit_period: v.nullable(v.picklist(['once', 'day', 'week', 'month'])),
  on_sale: v.boolean(),
  data: productData,
};

export const catalogueVersion = statement({
  name: 'projects.catalogue_version',
  text: `select (value #>> '{}')::int8 as version from settings where key = 'catalogue_version'`,
  row: v.object({ version: v.number() }),
});

export const allProjects = statement({
  name: 'projects.all',
  text: `select code, game_id, is_open, data from projects order by seed_order`,
  row: v.object({ code: v.string(), game_id: v.string(), is_open: v.boolean(), data: projectData }),
});

export const allRegions = statement({
  name: 'projects.regions',
  text: `select project, pr_id, name from regions order by project, position`,
  row: v.object({ project: v.string(), pr_id: v.string(), name: texts }),
});

export const allServers = statement({
  name: 'projects.servers',
  text: `select project, server_id, pr_id, name, state from servers order by project, position`,
  row: v.object({
    project: v.string(),
    server_id: v.string(),
    pr_id: v.string(),
    name: texts,
    state: v.picklist(['open', 'maintenance']),
  }),
});

export const allProducts = statement({
  name: 'projects.products',
  text: `select p.project, p.product_id, p.kind, p.limit_max, p.limit_period, p.on_sale, p.data,
      (select jsonb_object_agg(currency, amount_minor) from prices c
        where c.project = p.project and c.product_id = p.product_id) as prices
    from products p order by p.project, p.position`,
  row: v.object({
    project: v.string(),
    ...productColumns,
    prices: v.nullable(v.record(v.string(), v.number())),
  }),
});

export const allChannels = statement({
  name: 'projects.channels',
  text: `select project, pay_id, provider, method, data from channels order by project, position`,
  row: v.object({
    project: v.string(),
    pay_id: v.string(),
    provider: v.picklist(['payermax', 'paypal']),
    method: v.picklist(['card', 'wallet', 'apple_pay']),
    data: channelData,
  }),
});

export const allEvents = statement({
  name: 'projects.events',
  text: `select project, event_id, kind, starts_at, ends_at, data from events
    where is_listed order by project, position, starts_at`,
  row: v.object({
    project: v.string(),
    event_id: v.string(),
    kind: v.picklist(ACTIVITY_KINDS),
    starts_at: v.date(),
    ends_at: v.date(),
    data: eventData,
  }),
});

/** Serializes imports: each would otherwise miss the other's uncommitted rows. */
export const lockCatalogue = statement({
  name: 'projects.lock_catalogue',
  text: `select pg_advisory_xact_lock(hashtextextended('catalogue', 0)) as locked`,
  row: v.object({ locked: v.string() }),
});

/** Updates only changed rows, so that each statement's count is the number of changes. */
function updateIfOther(table: string, columns: string): string {
  const names = columns.split(', ');
  const current = names.map((name) => `${table}.${name}`).join(', ');
  const incoming = names.map((name) => `excluded.${name}`).join(', ');
  const set = names.map((name) => `${name} = excluded.${name}`).join(', ');
  return `update set ${set} where (${current}) is distinct from (${incoming})`;
}

export const saveProjects = statement({
  name: 'projects.save',
  text: `insert into projects (code, game_id, seed_order, is_open, data)
    select code, game_id, seed_order, is_open, data
    from jsonb_to_recordset(:projects) as p (code text, game_id text, seed_order int4, is_open bool, data jsonb)
    on conflict (code) do
      ${updateIfOther('projects', 'game_id, seed_order, is_open, data')}`,
  params: { projects: 'jsonb' },
});

/** Closes projects that left the catalogue; their orders stay. */
export const closeOtherProjects = statement({
  name: 'projects.close_others',
  text: `update projects set is_open = false where is_open and not code = any (:codes::text[])`,
  params: { codes: 'text[]' },
});

export const saveRegions = statement({
  name: 'projects.save_regions',
  text: `insert into regions (project, pr_id, position, name)
    select :project, pr_id, position, name
    from jsonb_to_recordset(:regions) as r (pr_id text, position int4, name jsonb)
    on conflict (project, pr_id) do
      ${updateIfOther('regions', 'position, name')}`,
  params: { project: 'text', regions: 'jsonb' },
});

export const saveServers = statement({
  name: 'projects.save_servers',
  text: `insert into servers (project, server_id, pr_id, position, name, state)
    select :project, server_id, pr_id, position, name, state
    from jsonb_to_recordset(:servers)
      as s (server_id text, pr_id text, position int4, name jsonb, state text)
    on conflict (project, server_id) do
      ${updateIfOther('servers', 'pr_id, position, name, state')}`,
  params: { project: 'text', servers: 'jsonb' },
});

export const dropOtherServers = statement({
  name: 'projects.drop_other_servers',
  text: `delete from servers where project = :project and not server_id = any (:serverIds::text[])`,
  params: { project: 'text', serverIds: 'text[]' },
});

export const dropOtherRegions = statement({
  name: 'projects.drop_other_regions',
  text: `delete from regions where project = :project and not pr_id = any (:prIds::text[])`,
  params: { project: 'text', prIds: 'text[]' },
});

export const saveProducts = statement({
  name: 'projects.save_products',
  text: `insert into products
      (project, product_id, position, kind, limit_max, limit_period, on_sale, data)
    select :project, product_id, position, kind, limit_max, limit_period, on_sale, data
    from jsonb_to_recordset(:products) as p (product_id text, position int4, kind text,
      limit_max int4, limit_period text, on_sale bool, data jsonb)
    on conflict (project, product_id) do
      ${updateIfOther('products', 'position, kind, limit_max, limit_period, on_sale, data')}`,
  params: { project: 'text', products: 'jsonb' },
});

export const retireOtherProducts = statement({
  name: 'projects.retire_other_products',
  text: `update products set on_sale = false
    where project = :project and on_sale and not product_id = any (:productIds::text[])`,
  params: { project: 'text', productIds: 'text[]' },
});

export const savePrices = statement({
  name: 'projects.save_prices',
  text: `insert into prices (project, product_id, currency, amount_minor)
    select :project, product_id, currency, amount_minor
    from jsonb_to_recordset(:prices) as p (product_id text, currency text, amount_minor int8)
    on conflict (project, product_id, currency) do
      ${updateIfOther('prices', 'amount_minor')}`,
  params: { project: 'text', prices: 'jsonb' },
});

export const dropOtherPrices = statement({
  name: 'projects.drop_other_prices',
  text: `delete from prices
    where project = :project and not exists (
      select from jsonb_to_recordset(:prices) as p (product_id text, currency text)
      where p.product_id = prices.product_id and p.currency = prices.currency)`,
  params: { project: 'text', prices: 'jsonb' },
});

/** A channel switched off by an alert stays off. */
export const saveChannels = statement({
  name: 'projects.save_channels',
  text: `insert into channels (project, pay_id, position, provider, method, data)
    select :project, pay_id, position, provider, method, data
    from jsonb_to_recordset(:channels)
      as c (pay_id text, position int4, provider text, method text, data jsonb)
    on conflict (project, pay_id) do
      ${updateIfOther('channels', 'position, provider, method, data')}`,
  params: { project: 'text', channels: 'jsonb' },
});

export const dropOtherChannels = statement({
  name: 'projects.drop_other_channels',
  text: `delete from channels where project = :project and not pay_id = any (:payIds::text[])`,
  params: { project: 'text', payIds: 'text[]' },
});

/** Every round of a project's events, newest last. */
export const knownRounds = statement({
  name: 'projects.known_rounds',
  text: `select event_id, base_id, kind, starts_at, ends_at from events where project = :project order by starts_at`,
  params: { project: 'text' },
  row: v.object({
    event_id: v.string(),
    base_id: v.string(),
    kind: v.picklist(ACTIVITY_KINDS),
    starts_at: v.date(),
    ends_at: v.date(),
  }),
});

export const saveEvents = statement({
  name: 'projects.save_events',
  text: `insert into events (project, event_id, base_id, kind, position, starts_at, ends_at, is_listed, data)
    select :project, event_id, base_id, kind, position, starts_at, ends_at, true, data
    from jsonb_to_recordset(:rounds) as e (event_id text, base_id text, kind text, position int4,
      starts_at timestamptz, ends_at timestamptz, data jsonb)
    on conflict (project, event_id) do
      ${updateIfOther('events', 'base_id, position, starts_at, ends_at, is_listed, data')}`,
  params: { project: 'text', rounds: 'jsonb' },
});

/** Hides events that left the file and rounds that have a successor. */
export const unlistOtherEvents = statement({
  name: 'projects.unlist_other_events',
  text: `update events set is_listed = false
    where project = :project and is_listed and not event_id = any (:eventIds::text[])`,
  params: { project: 'text', eventIds: 'text[]' },
});

/** The shop's time, for imports beside a shop with a moved clock (contract §1). */
export const shopTime = statement({
  name: 'projects.shop_time',
  text: `select :realNow::timestamptz + make_interval(secs => (value #>> '{}')::float8 / 1000) as now
    from settings where key = 'clock_offset_ms'`,
  params: { realNow: 'timestamptz' },
  row: v.object({ now: v.date() }),
});

export const bumpCatalogueVersion = statement({
  name: 'projects.bump_catalogue_version',
  text: `update settings set value = to_jsonb((value #>> '{}')::int8 + 1) where key = 'catalogue_version'`,
});

export const SERVICE_STATES = ['open', 'maintenance', 'closed'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

const serviceRow = v.object({
  project: v.string(),
  state: v.picklist(SERVICE_STATES),
  countries: v.array(v.string()),
  networks: v.array(v.string()),
});

/** Current service of each project; one without a change has no row. */
export const currentService = statement({
  name: 'projects.current_service',
  text: `select distinct on (project) project, state, countries, networks
    from service_changes order by project, id desc`,
  row: serviceRow,
});

/** Service of every project with its reason; `is_open` is the catalogue's value. */
export const serviceOfProjects = statement({
  name: 'projects.service',
  text: `select p.code, p.is_open, c.state, c.countries, c.networks, c.because, c.at
    from projects p
      left join lateral (
        select * from service_changes s where s.project = p.code order by s.id desc limit 1) c on true
    order by p.seed_order`,
  row: v.object({
    code: v.string(),
    is_open: v.boolean(),
    state: v.nullable(v.picklist(SERVICE_STATES)),
    countries: v.nullable(v.array(v.string())),
    networks: v.nullable(v.array(v.string())),
    because: v.nullable(v.string()),
    at: v.nullable(v.date()),
  }),
});
export type ProjectService = RowOf<typeof serviceOfProjects>;

/** null keeps the previous value. */
export const changeService = statement({
  name: 'projects.change_service',
  text: `insert into service_changes (project, state, countries, networks, because, at)
    select p.code, coalesce(:state, c.state, 'open'), coalesce(:countries, c.countries, '{}'), coalesce(:networks, c.networks, '{}'), :because, :now
    from projects p
      left join lateral (
        select * from service_changes s where s.project = p.code order by s.id desc limit 1) c on true
    where p.code = any (:projects::text[])
    returning project`,
  params: {
    projects: 'text[]',
    state: 'text?',
    countries: 'text[]?',
    networks: 'text[]?',
    because: 'text',
    now: 'timestamptz',
  },
  row: v.object({ project: v.string() }),
});
