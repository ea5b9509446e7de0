import { PUBLICATION_STATES } from '@webpay/contract/console/catalogue-calls';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

export const countPlanned = statement({
  name: 'publications.count',
  text: `select count(*)::int4 as count from planned_publications where project = :project and state = 'waiting'`,
  params: { project: 'text' },
  row: v.object({ count: v.number() }),
});

export const insertPlanned = statement({
  name: 'publications.insert',
  text: `insert into planned_publications
      (id, project, action, title, effects, second_person, because, publish_at, by_id, by_name, made_at)
    values (:id, :project, :action, :title, :effects, :secondPerson, :because, :publishAt, :byId, :byName, :now)`,
  params: {
    id: 'text',
    project: 'text',
    action: 'jsonb',
    title: 'text',
    effects: 'jsonb',
    secondPerson: 'text?',
    because: 'text',
    publishAt: 'timestamptz',
    byId: 'text',
    byName: 'text',
    now: 'timestamptz',
  },
});

const COLUMNS = `id, project, action, title, effects, second_person, because, publish_at, by_id, by_name, state, ended_why`;
const row = v.object({
  id: v.string(),
  project: v.string(),
  action: v.unknown(),
  title: v.string(),
  effects: v.array(v.string()),
  second_person: v.nullable(v.string()),
  because: v.string(),
  publish_at: v.date(),
  by_id: v.string(),
  by_name: v.string(),
  state: v.picklist(PUBLICATION_STATES),
  ended_why: v.nullable(v.string()),
});

/** @param now the shop's time */
export const duePublications = statement({
  name: 'publications.due',
  text: `select ${COLUMNS} from planned_publications where state = 'waiting' and publish_at <= :now
    order by publish_at, id limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row,
});
export type Planned = RowOf<typeof duePublications>;

export const plannedById = statement({
  name: 'publications.by_id',
  text: `select ${COLUMNS} from planned_publications where id = :id`,
  params: { id: 'text' },
  row,
});

/** Those that wait, the next first; then the others, the newest first. */
export const publicationsOf = statement({
  name: 'publications.of_project',
  text: `select ${COLUMNS} from planned_publications where project = :project
    order by state = 'waiting' desc, case when state = 'waiting' then publish_at end, publish_at desc, id limit :most`,
  params: { project: 'text', most: 'int8' },
  row,
});

/** No row: it ended already. A cancellation also closes one that was not made. */
export const endPlanned = statement({
  name: 'publications.end',
  text: `update planned_publications set state = :state, ended_at = :now, ended_why = :why
    where id = :id and (state = 'waiting' or (:state = 'cancelled' and state in ('missed', 'refused')))`,
  params: { id: 'text', state: 'text', why: 'text?', now: 'timestamptz' },
});
