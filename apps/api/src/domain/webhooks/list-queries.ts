import { WEBHOOK_MESSAGE_STATES, WEBHOOK_STATES } from '@webpay/contract/console/webhooks';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { ORDER_NO } from '../orders/columns.ts';

const count = (state: string) =>
  `(select count(*) from (select from webhook_messages where endpoint_id = e.id and state = '${state}' limit 1000) as few)::int4 as ${state}`;

export const listEndpoints = statement({
  name: 'webhooks.list',
  text: `select e.id, e.name, e.url, e.types, e.projects, o.name as by_name, e.created_at, e.state, e.state_at, e.last_taken_at,
      e.failing_since, ${count('waiting')}, ${count('given_up')}
    from webhook_endpoints e join operators o on o.id = e.by_id where e.ended_at is null order by e.name, e.id`,
  row: v.object({
    ...v.entriesFromList(['id', 'name', 'url', 'by_name'], v.string()),
    ...v.entriesFromList(['types', 'projects'], v.array(v.string())),
    ...v.entriesFromList(['created_at', 'state_at'], v.date()),
    ...v.entriesFromList(['last_taken_at', 'failing_since'], v.nullable(v.date())),
    ...v.entriesFromList(['waiting', 'given_up'], v.number()),
    state: v.picklist(WEBHOOK_STATES),
  }),
});

const MESSAGE = `select m.id, m.event_id, m.type, m.order_id, ${ORDER_NO}, m.created_at, m.state, m.tries, m.status, m.why, m.next_at,
      m.ended_at, m.lease_until is not null and m.lease_until > :realNow as is_leased`;
const message = v.object({
  ...v.entriesFromList(['event_id', 'type'], v.string()),
  ...v.entriesFromList(['order_id', 'order_no', 'why'], v.nullable(v.string())),
  ...v.entriesFromList(['id', 'tries'], v.number()),
  ...v.entriesFromList(['created_at', 'next_at'], v.date()),
  state: v.picklist(WEBHOOK_MESSAGE_STATES),
  status: v.nullable(v.number()),
  ended_at: v.nullable(v.date()),
  is_leased: v.boolean(),
});

/** The last messages of an endpoint, newest first. */
export const lastMessages = statement({
  name: 'webhooks.last_messages',
  text: `${MESSAGE} from webhook_messages m left join orders o on o.id = m.order_id
    where m.endpoint_id = :endpointId order by m.id desc limit :limit`,
  params: { endpointId: 'text', realNow: 'timestamptz', limit: 'int8' },
  row: message,
});

/** Those that were given up. */
export const lastGivenUp = statement({
  name: 'webhooks.last_given_up',
  text: `${MESSAGE} from webhook_messages m left join orders o on o.id = m.order_id
    where m.endpoint_id = :endpointId and m.state = 'given_up' order by m.id desc limit :limit`,
  params: { endpointId: 'text', realNow: 'timestamptz', limit: 'int8' },
  row: message,
});
