import { ACTIVITY_KINDS } from '@webpay/contract/activity-shapes';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { limit, product } from './catalogue-shape.ts';
import { storedWindows } from './event-window.ts';
import { channelData, eventData, productData, projectData, texts } from './project-data.ts';

export const productColumns = {
  product_id: v.string(),
  kind: product.entries.kind,
  limit_max: v.nullable(v.number()),
  limit_period: v.nullable(limit.entries.period),
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

export const hasCatalogue = statement({
  name: 'projects.has_catalogue',
  text: `select exists (select from projects) as found`,
  row: v.object({ found: v.boolean() }),
});

/** Minor units of every good, also of one that is not on sale: its price would return with it. */
export const allPrices = statement({
  name: 'projects.prices',
  text: `select project, product_id, currency, amount_minor
    from prices join products using (project, product_id)
    order by project, position, product_id, currency`,
  row: v.object({
    project: v.string(),
    product_id: v.string(),
    currency: v.string(),
    amount_minor: v.number(),
  }),
});

/** Everything of the catalogue but its prices, for a comparison. A listed event only. */
export const catalogueRows = statement({
  name: 'projects.catalogue_rows',
  text: `select 'project' as subject, code as project, code as id, (to_jsonb(p) - 'data') || p.data as row from projects p
    union all select 'region', project, pr_id, to_jsonb(r) from regions r
    union all select 'server', project, server_id, to_jsonb(s) from servers s
    union all select 'product', project, product_id, (to_jsonb(g) - 'data') || g.data from products g
    union all select 'method', project, pay_id, (to_jsonb(c) - 'data') || c.data from channels c
    union all select 'event', project, event_id, (to_jsonb(e) - 'data') || e.data from events e where is_listed or windows is not null`,
  row: v.object({
    subject: v.string(),
    project: v.string(),
    id: v.string(),
    row: v.record(v.string(), v.unknown()),
  }),
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

/** The contract's word for the steps of a payment. */
export const payMethod = v.picklist([
  'card',
  'wallet',
  'apple_pay',
  'google_pay',
  'redirect',
  'voucher',
  'qr',
]);

export const allChannels = statement({
  name: 'projects.channels',
  text: `select project, pay_id, provider, method, data from channels order by project, position`,
  row: v.object({
    project: v.string(),
    pay_id: v.string(),
    provider: v.picklist(['payermax', 'paypal']),
    method: payMethod,
    data: channelData,
  }),
});

const eventEntries = {
  project: v.string(),
  event_id: v.string(),
  kind: v.picklist(ACTIVITY_KINDS),
  starts_at: v.date(),
  ends_at: v.date(),
};

/** An event of some countries has `windows`, and is not listed for processes of the release before. */
const IS_LISTED = '(is_listed or windows is not null)';

export const allEvents = statement({
  name: 'projects.events',
  text: `select project, event_id, kind, starts_at, least(ends_at, paused_at) as ends_at, paused_at, ends_at as window_ends_at,
      windows, data
    from events where ${IS_LISTED} order by project, position, starts_at`,
  row: v.object({
    ...eventEntries,
    paused_at: v.nullable(v.date()),
    /** A paused event has ended for its players; this is the end of its window. */
    window_ends_at: v.date(),
    windows: storedWindows,
    data: eventData,
  }),
});

/** Listed rounds of one project, by the id of its file. */
export const eventsOfProject = statement({
  name: 'projects.events_of_project',
  text: `select project, event_id, base_id, kind, starts_at, ends_at, ends_at as window_ends_at, paused_at, windows, data from events
    where project = :project and ${IS_LISTED} order by position, starts_at`,
  params: { project: 'text' },
  row: v.object({
    ...eventEntries,
    base_id: v.string(),
    window_ends_at: v.date(),
    windows: storedWindows,
    paused_at: v.nullable(v.date()),
    data: eventData,
  }),
});
export type ListedEvent = RowOf<typeof eventsOfProject>;

/** Pauses a running event that is not paused. */
export const pauseEvent = statement({
  name: 'projects.pause_event',
  text: `update events set paused_at = :at where project = :project and event_id = :eventId and ${IS_LISTED}
    and paused_at is null and starts_at <= :at and ends_at > :at`,
  params: { project: 'text', eventId: 'text', at: 'timestamptz' },
});

/** Resumes a paused event whose window has not ended. */
export const resumeEvent = statement({
  name: 'projects.resume_event',
  text: `update events set paused_at = null where project = :project and event_id = :eventId and ${IS_LISTED}
    and paused_at is not null and ends_at > :at`,
  params: { project: 'text', eventId: 'text', at: 'timestamptz' },
});

/** Serializes imports: each would otherwise miss the other's uncommitted rows. */
export const lockCatalogue = statement({
  name: 'projects.lock_catalogue',
  text: `select pg_advisory_xact_lock(hashtextextended('catalogue', 0)) as locked`,
  row: v.object({ locked: v.string() }),
});

const KEYS = {
  projects: 'code text',
  regions: 'project text, pr_id text',
  servers: 'project text, server_id text',
  products: 'project text, product_id text',
  prices: 'project text, product_id text, currency text',
  channels: 'project text, pay_id text',
  events: 'project text, event_id text',
} as const;

const namesOf = (columns: string) => columns.split(', ').map((each) => each.split(' ', 1).join(''));

/** Saves rows of the catalogue; equal ones stay untouched, so that the count is that of changes. */
function saveRows(table: keyof typeof KEYS, columns: string) {
  const key = KEYS[table];
  const all = [...namesOf(key), ...namesOf(columns)].join(', ');
  const of = (row: string) => namesOf(columns).map((name) => `${row}.${name}`);
  const set = namesOf(columns).map((name) => `${name} = excluded.${name}`);
  return statement({
    name: `projects.save_${table}`,
    text: `insert into ${table} (${all})
      select ${all} from jsonb_to_recordset(:rows) as r (${key}, ${columns})
      on conflict (${namesOf(key).join(', ')}) do update set ${set.join(', ')}
        where (${of(table).join(', ')}) is distinct from (${of('excluded').join(', ')})`,
    params: { rows: 'jsonb' },
  });
}

/** Deletes or changes rows of these projects that `rows`, the catalogue, no longer has. */
function changeOthers(table: keyof typeof KEYS, change = `delete from ${table} where`) {
  const names = namesOf(KEYS[table]).join(', ');
  return statement({
    name: `projects.change_other_${table}`,
    text: `${change} project = any (:codes::text[]) and (${names}) not in (
      select ${names} from jsonb_to_recordset(:rows) as r (${KEYS[table]}))`,
    params: { codes: 'text[]', rows: 'jsonb' },
  });
}

export const saveProjects = saveRows(
  'projects',
  'game_id text, seed_order int4, is_open bool, data jsonb',
);
/** Closes projects that left the catalogue; their orders stay. */
export const closeOtherProjects = statement({
  name: 'projects.close_others',
  text: `update projects set is_open = false where is_open and not code = any (:codes::text[])`,
  params: { codes: 'text[]' },
});

export const saveRegions = saveRows('regions', 'position int4, name jsonb');
export const dropOtherRegions = changeOthers('regions');

export const saveServers = saveRows('servers', 'pr_id text, position int4, name jsonb, state text');
export const dropOtherServers = changeOthers('servers');

export const saveProducts = saveRows(
  'products',
  'position int4, kind text, limit_max int4, limit_period text, on_sale bool, data jsonb',
);
export const retireOtherProducts = changeOthers(
  'products',
  'update products set on_sale = false where on_sale and',
);

export const savePrices = saveRows('prices', 'amount_minor int8');
export const dropOtherPrices = changeOthers('prices');

/** A channel switched off by an alert stays off. */
export const saveChannels = saveRows(
  'channels',
  'position int4, provider text, method text, data jsonb',
);
export const dropOtherChannels = changeOthers('channels');

export const saveEvents = saveRows(
  'events',
  'base_id text, kind text, position int4, starts_at timestamptz, ends_at timestamptz, is_listed bool, windows jsonb, data jsonb',
);
/** Hides events that left the file and rounds that have a successor. */
export const unlistOtherEvents = changeOthers(
  'events',
  `update events set is_listed = false, windows = null where ${IS_LISTED} and`,
);

/** Every round of the projects' events, newest last. */
export const knownRounds = statement({
  name: 'projects.known_rounds',
  text: `select project, event_id, base_id, kind, starts_at, ends_at, windows, data ->> 'time_zone' as time_zone,
      ${IS_LISTED} as is_listed from events order by starts_at`,
  row: v.object({
    ...eventEntries,
    base_id: v.string(),
    windows: storedWindows,
    time_zone: v.nullable(v.string()),
    is_listed: v.boolean(),
  }),
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
