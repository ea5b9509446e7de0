import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const VIEW = v.object({
  id: v.string(),
  operator_id: v.string(),
  name: v.string(),
  query: v.string(),
  is_shared: v.boolean(),
  by: v.string(),
});

/** Own views first, then those of others; both in the order of their names. */
export const viewsOf = statement({
  name: 'console.views_of',
  text: `(select w.id, w.operator_id, w.name, w.query, w.is_shared, o.name as by
      from operator_views w join operators o on o.id = w.operator_id
      where w.operator_id = :operatorId order by w.name)
    union all
    (select w.id, w.operator_id, w.name, w.query, w.is_shared, o.name as by
      from operator_views w join operators o on o.id = w.operator_id
      where w.is_shared and w.operator_id <> :operatorId order by w.name, w.id limit 50)`,
  params: { operatorId: 'text' },
  row: VIEW,
});

/** Replaces the view of that name. No row: the operator has as many as one may have. */
export const saveView = statement({
  name: 'console.save_view',
  text: `insert into operator_views (id, operator_id, name, query, is_shared, created_at)
    select :id, :operatorId, :name, :query, :isShared, :now
    where (select count(*) from operator_views where operator_id = :operatorId and name <> :name) < :most
    on conflict on constraint operator_view_has_one_name
      do update set query = excluded.query, is_shared = excluded.is_shared
    returning id`,
  params: {
    id: 'text',
    operatorId: 'text',
    name: 'text',
    query: 'text',
    isShared: 'bool',
    now: 'timestamptz',
    most: 'int8',
  },
  row: v.object({ id: v.string() }),
});

export const viewById = statement({
  name: 'console.view_by_id',
  text: `select operator_id, name, is_shared from operator_views where id = :id`,
  params: { id: 'text' },
  row: v.object({ operator_id: v.string(), name: v.string(), is_shared: v.boolean() }),
});

export const dropView = statement({
  name: 'console.drop_view',
  text: `delete from operator_views where id = :id`,
  params: { id: 'text' },
});
