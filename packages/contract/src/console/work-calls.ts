import * as v from 'valibot';
import { RESOLUTION_KINDS } from '../money-back.ts';
import { action } from './actions.ts';
import { text, id, webauthn, limit, define } from './inputs.ts';
import { actionResult, plan, stepUp } from './plan.ts';
import {
  aged,
  approvalRow,
  requestRow,
  workGroup,
  workRow,
  orderRow,
  explanation,
  moneyLine,
  pageOf,
  sum,
  time,
} from './shapes.ts';

/** Input and answer of the queues, of steps and of the second person (docs/console.md). */
export const WORK_CALLS = {
  queues: define(
    v.object({ project: v.optional(id) }),
    v.object({
      requests: v.number(),
      unresolved: v.number(),
      deliveries: v.number(),
      refunds: v.number(),
      /** Open ones. */
      disputes: v.number(),
      /** Open differences between statements and the ledger; 0 for those who do not read them. */
      differences: v.number(),
      /** Steps that this operator may confirm. */
      approvals: v.number(),
      /** False: fewer than two people can confirm, so that steps wait ten minutes instead. */
      has_second_person: v.boolean(),
    }),
  ),
  requests: define(
    v.object({
      state: v.optional(v.picklist(['open', 'decided'])),
      project: v.optional(id),
      kind: v.optional(v.picklist(RESOLUTION_KINDS)),
      after: v.optional(text(200)),
      limit: v.optional(limit),
    }),
    v.object({ ...pageOf(requestRow).entries, count: v.number(), now: time, ...aged }),
  ),
  request: define(
    v.object({ id }),
    v.object({
      ...requestRow.entries,
      order: orderRow,
      explain: explanation,
      money: v.array(moneyLine),
      /** Sum that an approval refunds; null: nothing is left. */
      left: v.nullable(sum),
      /** The goods were delivered, or may have been. */
      is_given: v.boolean(),
      /** Texts that the player may read, in the player's language, with the English beside. */
      answers: v.array(
        v.object({
          kind: v.picklist(['approve_refund', 'approve_resend', 'reject_request']),
          title: v.string(),
          text: v.string(),
          english: v.string(),
        }),
      ),
      servers: v.array(v.object({ id: v.string(), name: v.string() })),
      now: time,
    }),
  ),
  unresolved: define(
    v.object({ project: v.optional(id) }),
    v.object({ groups: v.array(workGroup), now: time, ...aged }),
  ),
  deliveries: define(
    v.object({ project: v.optional(id) }),
    v.object({ groups: v.array(workGroup), now: time, ...aged }),
  ),
  refunds: define(
    v.object({
      state: v.optional(v.picklist(['pending', 'refused', 'owed', 'done'])),
      project: v.optional(id),
      after: v.optional(text(200)),
      limit: v.optional(limit),
    }),
    v.object({ ...pageOf(workRow).entries, now: time, ...aged }),
  ),
  roleLookUp: define(
    v.object({ project: id, server_id: text(64), cid: text(64) }),
    v.object({
      name: v.nullable(v.string()),
      /** The shop knows the character: its page. */
      player_id: v.nullable(v.string()),
      sentence: v.string(),
    }),
  ),
  previewAction: define(v.object({ action }), plan),
  stepUpChallenge: define(v.object({ plan_hash: text(128) }), v.object({ id, options: webauthn })),
  act: define(
    v.object({
      /** The same key never does a step twice. */
      key: v.pipe(v.string(), v.uuid()),
      action,
      plan_hash: text(128),
      step_up: stepUp,
    }),
    actionResult,
  ),
  approvals: define(
    v.object({ project: v.optional(id) }),
    v.object({ items: v.array(approvalRow), now: time }),
  ),
  approval: define(v.object({ id }), v.object({ ...approvalRow.entries, plan, now: time })),
  approve: define(v.object({ id, plan_hash: text(128), step_up: stepUp }), actionResult),
  decline: define(v.object({ id, because: text(1_000) }), actionResult),
} as const;
