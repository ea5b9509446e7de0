import * as v from 'valibot';
import { SERVICE_STATES } from './actions.ts';
import { define, id } from './inputs.ts';
import { projectName, time } from './shapes.ts';

const nullableTime = v.nullable(time);
const nullableText = v.nullable(v.string());

/** How a project is served. `seen` is the number of its newest change: a step carries it. */
const servedProject = v.object({
  ...projectName.entries,
  /** False: the catalogue keeps it closed, whatever the state is. */
  is_in_catalogue: v.boolean(),
  state: v.picklist(SERVICE_STATES),
  /** End of the maintenance, by the shop's clock. */
  opens_at: nullableTime,
  countries: v.array(v.string()),
  networks: v.array(v.string()),
  /** The newest change; nulls: there was none, or an older version wrote it. */
  since: nullableTime,
  by: nullableText,
  because: nullableText,
  seen: v.number(),
  /** Work that goes on while it is down, up to 1,000 of a kind. */
  under_way: v.object({ payments: v.number(), mails: v.number(), refunds: v.number() }),
});

const methodStop = v.object({
  /** Null: everywhere. */
  country: nullableText,
  switched_by: v.picklist(['gateway', 'operator']),
  /** The operator; null: the gateway, or a change of an older version. */
  by: nullableText,
  /** The operator's reason, or the gateway's code. */
  why: v.string(),
  since: time,
  /** From then on one order tries it; null: an operator switches it on. */
  next_try: nullableTime,
  tries: v.number(),
});

const servedMethod = v.object({
  project: projectName,
  pay_id: v.string(),
  name: v.string(),
  gateway: v.string(),
  /** Countries of the project where the catalogue offers it. */
  countries: v.array(v.string()),
  stops: v.array(methodStop),
  seen: v.number(),
});

/** Input and answer of the service screen (docs/console.md). */
export const SERVICE_CALLS = {
  service: define(
    v.object({ project: v.optional(id) }),
    v.object({
      /** The operator may change all projects in one step. */
      may_all: v.boolean(),
      projects: v.array(servedProject),
      methods: v.array(servedMethod),
      /** Calls that a process of the shop holds back, because they were not answered. */
      circuits: v.array(
        v.object({
          what: v.picklist(['gateway', 'game', 'maintenance']),
          /** Gateway, game, or game and server, as an operator reads it. */
          place: v.string(),
          processes: v.array(v.string()),
          since: time,
        }),
      ),
      /** Game servers in maintenance by the catalogue, or by what the game answers to mails. */
      servers: v.array(
        v.object({
          project: projectName,
          server_id: v.string(),
          name: v.string(),
          in_catalogue: v.boolean(),
          mails: v.number(),
          /** The first mail that is given up then. */
          until: nullableTime,
        }),
      ),
      /** Projects whose look-ups of unknown characters need an image code now, with the used-up window. */
      guarded: v.array(
        v.object({ project: projectName, window: v.picklist(['minute', 'hour', 'day']) }),
      ),
      now: time,
    }),
  ),
  testCall: define(
    v.object({ project: id, what: v.picklist(['game', 'payermax', 'paypal']) }),
    v.object({
      /** answered: it works. refused: it answers, and not as it should. silent: no answer. */
      end: v.picklist(['answered', 'refused', 'silent']),
      sentence: v.string(),
      took_ms: v.number(),
    }),
  ),
} as const;
