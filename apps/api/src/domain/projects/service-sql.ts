import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

export const SERVICE_STATES = ['open', 'maintenance', 'closed'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

const serviceRow = v.object({
  project: v.string(),
  state: v.picklist(SERVICE_STATES),
  countries: v.array(v.string()),
  networks: v.array(v.string()),
});

/** How each project is served now; one that nothing was ever said of has no row. */
export const currentService = statement({
  name: 'projects.current_service',
  text: `select distinct on (project) project, state, countries, networks
    from service_changes order by project, id desc`,
  row: serviceRow,
});

/** The same with the reason, also of projects that nothing was said of; `is_open` is the catalogue's word. */
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

/** What is not said (null) stays as it was. */
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
