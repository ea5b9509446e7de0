import { APPROVAL_STATES } from '@webpay/contract/console/shapes';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Steps that nobody confirmed in time make room for a new one. */
export const expireApprovals = statement({
  name: 'approvals.expire',
  text: `update operator_approvals set state = 'expired' where state = 'waiting' and expires_at <= :now`,
  params: { now: 'timestamptz' },
});

/** No row: the same kind of step about the same object waits already. */
export const insertApproval = statement({
  name: 'approvals.insert',
  text: `insert into operator_approvals (id, kind, action, plan_hash, title, reason, second_person, amount_minor, currency,
      object_kind, object_id, object_name, path, project, player_id, asked_by, asked_at, expires_at)
    values (:id, :kind, :action, :planHash, :title, :reason, :secondPerson, :amountMinor, :currency,
      :objectKind, :objectId, :objectName, :path, :project, :playerId, :askedBy, :now, :expiresAt)
    on conflict (kind, object_kind, object_id) where state = 'waiting' do nothing`,
  params: {
    id: 'text',
    kind: 'text',
    action: 'jsonb',
    planHash: 'text',
    title: 'text',
    reason: 'text',
    secondPerson: 'text',
    amountMinor: 'int8?',
    currency: 'text?',
    objectKind: 'text',
    objectId: 'text',
    objectName: 'text',
    path: 'text?',
    project: 'text',
    playerId: 'int8?',
    askedBy: 'text',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

const COLUMNS = `p.id, p.kind, p.action, p.plan_hash, p.title, p.reason, p.second_person, p.amount_minor, p.currency,
      p.object_kind, p.object_id, p.object_name, p.path, p.project, p.player_id, p.asked_by, a.name as asked_by_name,
      p.asked_at, p.expires_at, d.name as decided_by_name, p.decided_at,
      case when p.state = 'waiting' and p.expires_at <= :now then 'expired' else p.state end as state`;
const FROM = `operator_approvals p join operators a on a.id = p.asked_by left join operators d on d.id = p.decided_by`;
const row = v.object({
  id: v.string(),
  kind: v.string(),
  action: v.unknown(),
  plan_hash: v.string(),
  title: v.string(),
  reason: v.string(),
  second_person: v.string(),
  amount_minor: v.nullable(v.number()),
  currency: v.nullable(v.string()),
  object_kind: v.string(),
  object_id: v.string(),
  object_name: v.string(),
  path: v.nullable(v.string()),
  project: v.string(),
  player_id: v.nullable(v.number()),
  asked_by: v.string(),
  asked_by_name: v.string(),
  asked_at: v.date(),
  expires_at: v.date(),
  decided_by_name: v.nullable(v.string()),
  decided_at: v.nullable(v.date()),
  state: v.picklist(APPROVAL_STATES),
});

export const approvalById = statement({
  name: 'approvals.by_id',
  text: `select ${COLUMNS} from ${FROM} where p.id = :id`,
  params: { id: 'text', now: 'timestamptz' },
  row,
});

/** Waiting ones, the oldest first, then those of late. */
export const approvalList = statement({
  name: 'approvals.list',
  text: `select ${COLUMNS} from ${FROM}
    where p.asked_at >= :since and (:projects::text[] is null or p.project = any (:projects))
    order by p.state = 'waiting' and p.expires_at > :now desc,
      case when p.state = 'waiting' then p.asked_at end, p.asked_at desc limit 200`,
  params: { now: 'timestamptz', since: 'timestamptz', projects: 'text[]?' },
  row,
});

/** No row: it is decided, or too old. */
export const decideApproval = statement({
  name: 'approvals.decide',
  text: `update operator_approvals set state = :state, decided_by = :decidedBy, decided_at = :now, decided_because = :because,
      usd_minor = :usdMinor
    where id = :id and decided_at is null and expires_at > :now`,
  params: {
    id: 'text',
    state: 'text',
    decidedBy: 'text',
    because: 'text?',
    usdMinor: 'int8',
    now: 'timestamptz',
  },
});

/** Worth of the steps of others that an operator confirmed since a moment, US cents. */
export const confirmedSince = statement({
  name: 'approvals.confirmed_since',
  text: `select coalesce(sum(usd_minor), 0)::int8 as usd_minor from operator_approvals
    where state = 'done' and decided_at >= :since and decided_by = :operator`,
  params: { operator: 'text', since: 'timestamptz' },
  row: v.object({ usd_minor: v.number() }),
});

/** Worth of all steps that an operator did alone, asked for or confirmed since a moment, US cents. */
export const movedSince = statement({
  name: 'approvals.moved_since',
  text: `select (select coalesce(sum(usd_minor), 0) from operator_steps where operator = :operator and done_at >= :since)::int8
      + (select coalesce(sum(usd_minor), 0) from operator_approvals
        where state = 'done' and decided_at >= :since and (decided_by = :operator or asked_by = :operator))::int8 as usd_minor`,
  params: { operator: 'text', since: 'timestamptz' },
  row: v.object({ usd_minor: v.number() }),
});
