import * as v from 'valibot';
import { sum } from './shapes.ts';

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** Tells before a step what it will do. Made by the step's own code, whose transaction is rolled back. */
export const plan = v.object({
  possible: v.boolean(),
  /** The refusal as a sentence; null: possible. */
  why: v.nullable(v.string()),
  /** Verb and sum, as the button names it. */
  title: v.string(),
  amount: v.nullable(sum),
  effects: v.array(v.string()),
  needs: v.object({
    step_up: v.boolean(),
    /** Why a second person must confirm; null: none must. */
    second_person: v.nullable(v.string()),
    /** Ticks that would make a refused step possible. */
    ticks: v.array(
      v.object({
        name: v.picklist(['allow_delivered', 'allow_overpayment', 'allow_same_number']),
        text: v.string(),
      }),
    ),
  }),
  /** SHA-256 of action, sum and effects. The step is refused when it would do otherwise. */
  plan_hash: v.string(),
});
export type Plan = v.InferOutput<typeof plan>;

/** Proof that the person is there: a one-time code, or a passkey that signed the plan's hash. */
export const stepUp = v.nullable(
  v.variant('by', [
    v.object({
      by: v.literal('code'),
      code: v.pipe(v.string(), v.regex(/^[0-9]{6}$/)),
    }),
    v.object({ by: v.literal('passkey'), id, response: v.looseObject({}) }),
  ]),
);
export type StepUp = v.InferOutput<typeof stepUp>;

export const actionResult = v.object({
  /** `waits`: a second person must confirm. */
  state: v.picklist(['done', 'waits']),
  sentence: v.string(),
  approval_id: v.nullable(v.string()),
  /** Lets an operator join once. It is stored nowhere, so it is shown this once. */
  address: v.optional(v.string()),
  /** Lets a script read. It is stored nowhere, so it is shown this once. */
  token: v.optional(v.string()),
  /** Signs messages to an endpoint. No later answer has it. */
  secret: v.optional(v.string()),
});
