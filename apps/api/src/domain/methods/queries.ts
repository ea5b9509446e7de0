import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** Methods that a country is not offered now. */
export const hiddenMethods = statement({
  name: 'methods.hidden',
  text: `select distinct pay_id from method_stops
    where project = :project and country in ('*', :country) and (retry_at is null or retry_at > :now)`,
  params: { project: 'text', country: 'text', now: 'timestamptz' },
  row: v.object({ pay_id: v.string() }),
});

const stopsOfMethodText = `select country, retry_at, trial_attempt_id from method_stops
    where project = :project and pay_id = :payId and country in ('*', :country)`;
const methodParams = { project: 'text', payId: 'text', country: 'text' } as const;
const stopRow = v.object({
  country: v.string(),
  retry_at: v.nullable(v.date()),
  trial_attempt_id: v.nullable(v.string()),
});

/** The stops of a method that count in a country, its own and the one of everywhere. */
export const stopsOfMethod = statement({
  name: 'methods.stops',
  text: stopsOfMethodText,
  params: methodParams,
  row: stopRow,
});

export const lockStopsOfMethod = statement({
  name: 'methods.lock_stops',
  text: `${stopsOfMethodText} order by country for update`,
  params: methodParams,
  row: stopRow,
});

/** Hands due stops to one attempt until `retryAt`. */
export const startTrial = statement({
  name: 'methods.start_trial',
  text: `update method_stops set trial_attempt_id = :attemptId, retry_at = :retryAt
    where project = :project and pay_id = :payId and country in ('*', :country) and retry_at <= :now`,
  params: { ...methodParams, attemptId: 'text', retryAt: 'timestamptz', now: 'timestamptz' },
});

/** Switches a method off, with its history; a known stop stays and returns no row. */
export const insertStop = statement({
  name: 'methods.insert_stop',
  text: `with stop as (
      insert into method_stops (project, pay_id, country, switched_by, why, step, switched_off_at, retry_at)
      values (:project, :payId, :country, 'gateway', :code, :step, :now, :retryAt)
      on conflict (project, pay_id, country) do nothing
      returning project, pay_id, country, switched_by, why, switched_off_at
    )
    insert into method_changes (project, pay_id, country, state, switched_by, why, at)
    select project, pay_id, country, 'off', switched_by, why, switched_off_at from stop
    returning country`,
  params: {
    ...methodParams,
    code: 'text',
    step: 'text',
    now: 'timestamptz',
    retryAt: 'timestamptz',
  },
  row: v.object({ country: v.string() }),
});

/** The refused tries of a stop that this attempt tries. */
export const lockTrial = statement({
  name: 'methods.lock_trial',
  text: `select retry_count from method_stops
    where project = :project and pay_id = :payId and country = :country and trial_attempt_id = :attemptId for update`,
  params: { ...methodParams, attemptId: 'text' },
  row: v.object({ retry_count: v.number() }),
});

export const postponeStop = statement({
  name: 'methods.postpone_stop',
  text: `update method_stops set retry_count = retry_count + 1, retry_at = :retryAt, why = :code, step = :step, trial_attempt_id = null
    where project = :project and pay_id = :payId and country = :country and trial_attempt_id = :attemptId`,
  params: {
    ...methodParams,
    attemptId: 'text',
    code: 'text',
    step: 'text',
    retryAt: 'timestamptz',
  },
});

/** Ends the stops that an attempt disproved: its step is the refused one, or a later one. */
export const endTrial = statement({
  name: 'methods.end_trial',
  text: `with ended as (
      delete from method_stops where trial_attempt_id = :attemptId and (step = 'open' or :isSubmitted::bool)
      returning project, pay_id, country
    )
    insert into method_changes (project, pay_id, country, state, switched_by, why, at)
    select project, pay_id, country, 'on', 'gateway', 'the gateway took ' || :attemptId, :now from ended
    returning project, pay_id, country`,
  params: { attemptId: 'text', isSubmitted: 'bool', now: 'timestamptz' },
  row: v.object(v.entriesFromList(['project', 'pay_id', 'country'], v.string())),
});

/** Every stop of a method that the catalogue has, oldest first. */
export const methodStops = statement({
  name: 'methods.all_stops',
  text: `select s.project, s.pay_id, s.country, s.switched_by, s.by_name, s.why, s.switched_off_at, s.retry_at, s.retry_count
    from method_stops s join channels c on c.project = s.project and c.pay_id = s.pay_id
    order by s.switched_off_at, s.project, s.pay_id, s.country`,
  row: v.object({
    ...v.entriesFromList(['project', 'pay_id', 'country', 'switched_by', 'why'], v.string()),
    by_name: v.nullable(v.string()),
    switched_off_at: v.date(),
    retry_at: v.nullable(v.date()),
    retry_count: v.number(),
  }),
});
export type MethodStop = RowOf<typeof methodStops>;
