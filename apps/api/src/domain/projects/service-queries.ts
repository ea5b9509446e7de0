import { SERVICE_STATES } from '@webpay/contract/console/actions';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

export type ServiceState = (typeof SERVICE_STATES)[number];

const serviceEntries = {
  state: v.picklist(SERVICE_STATES),
  countries: v.array(v.string()),
  networks: v.array(v.string()),
};

/** Current service of each project; one without a change has no row. */
export const currentService = statement({
  name: 'projects.current_service',
  text: `select distinct on (project) project, state, countries, networks, opens_at
    from service_changes order by project, id desc`,
  row: v.object({
    project: v.string(),
    ...serviceEntries,
    opens_at: v.nullable(v.date()),
  }),
});

/** Joins the newest change `c` of projects `p`; nulls without one. */
const newestChange = `left join lateral (
        select * from service_changes s where s.project = p.code order by s.id desc limit 1) c on true`;

/** Service of every project with its reason; `is_open` is the catalogue's value. */
export const serviceOfProjects = statement({
  name: 'projects.service',
  text: `select p.code, coalesce(p.data -> 'name' ->> 'en', p.code) as name, p.is_open, coalesce(c.id, 0) as id, c.state,
      c.countries, c.networks, c.opens_at, c.because, c.at, c.by_name, c.by_id
    from projects p ${newestChange}
    order by p.seed_order`,
  row: v.object({
    code: v.string(),
    /** In English. */
    name: v.string(),
    is_open: v.boolean(),
    /** The newest change; 0: there is none. */
    id: v.number(),
    state: v.nullable(serviceEntries.state),
    countries: v.nullable(serviceEntries.countries),
    networks: v.nullable(serviceEntries.networks),
    opens_at: v.nullable(v.date()),
    because: v.nullable(v.string()),
    at: v.nullable(v.date()),
    by_name: v.nullable(v.string()),
    by_id: v.nullable(v.string()),
  }),
});
export type ProjectService = RowOf<typeof serviceOfProjects>;

/** A null state keeps the state with its end, a null list its entries. */
export const changeService = statement({
  name: 'projects.change_service',
  text: `insert into service_changes (project, state, opens_at, countries, networks, because, at, by_name, by_id)
    select p.code, coalesce(:state, c.state, 'open'), case when :state::text is null then c.opens_at else :opensAt::timestamptz end,
      coalesce(:countries, c.countries, '{}'), coalesce(:networks, c.networks, '{}'), :because, :now, :byName, :byId
    from projects p ${newestChange}
    where p.code = any (:projects::text[])
    returning project`,
  params: {
    projects: 'text[]',
    state: 'text?',
    opensAt: 'timestamptz?',
    countries: 'text[]?',
    networks: 'text[]?',
    because: 'text',
    now: 'timestamptz',
    byName: 'text',
    byId: 'text?',
  },
  row: v.object({ project: v.string() }),
});

/** The change before the newest one of each project: what an undo restores. A project without one was open. */
export const formerService = statement({
  name: 'projects.former_service',
  text: `select p.code, coalesce(c.id, 0) as id, coalesce(c.state, 'open') as state, c.opens_at,
      coalesce(c.countries, '{}') as countries, coalesce(c.networks, '{}') as networks
    from projects p left join lateral (
        select * from service_changes s where s.project = p.code order by s.id desc offset 1 limit 1) c on true
    where p.code = any (:projects::text[]) order by p.seed_order`,
  params: { projects: 'text[]' },
  row: v.object({
    code: v.string(),
    id: v.number(),
    ...serviceEntries,
    opens_at: v.nullable(v.date()),
  }),
});

/** Projects whose maintenance is over. */
export const dueOpenings = statement({
  name: 'projects.due_openings',
  text: `select p.code, c.id from projects p ${newestChange}
    where c.opens_at <= :now order by p.seed_order`,
  params: { now: 'timestamptz' },
  row: v.object({ code: v.string(), id: v.number() }),
});
