import * as v from 'valibot';
import { ACTIONS, type ActionKind, projects, roles, SERVICE_STATES } from './actions.ts';
import {
  draftFiles,
  eventWindows,
  goodEdits,
  goodsOrder,
  players,
  priceCells,
  ruleValues,
  wayEdits,
} from './publish-shapes.ts';

/** The beginning of a step: its kind and its object; the dialog asks for the rest. */
export const actionSeed = v.object({
  kind: v.picklist(Object.keys(ACTIONS) as [ActionKind, ...ActionKind[]]),
  order_id: v.optional(v.string()),
  /** For ask_gateway: several orders of one project. */
  order_ids: v.optional(v.array(v.string())),
  refund_id: v.optional(v.string()),
  request_id: v.optional(v.string()),
  mail_id: v.optional(v.string()),
  notice_id: v.optional(v.string()),
  message_id: v.optional(v.number()),
  player_id: v.optional(v.string()),
  difference_id: v.optional(v.number()),
  day: v.optional(v.string()),
  month: v.optional(v.string()),
  operator_id: v.optional(v.string()),
  token_id: v.optional(v.string()),
  webhook_id: v.optional(v.string()),
  /** For change_roles: those of now. */
  roles: v.optional(roles),
  projects: v.optional(projects),
  /** For retry_server, the service and methods. */
  project: v.optional(v.string()),
  server_id: v.optional(v.string()),
  /** For the service and methods. */
  state: v.optional(v.picklist([...SERVICE_STATES, 'on', 'off'])),
  pay_id: v.optional(v.string()),
  country: v.optional(v.string()),
  seen: v.optional(v.number()),
  /** For steps with events. */
  event_id: v.optional(v.string()),
  /** For change_prices, change_event and roll_back_catalogue. */
  cells: v.optional(priceCells),
  goods: v.optional(goodEdits),
  order: v.optional(goodsOrder),
  ways: v.optional(wayEdits),
  values: v.optional(ruleValues),
  players: v.optional(players),
  windows: v.optional(eventWindows),
  version: v.optional(v.number()),
  files: v.optional(draftFiles),
  publication_id: v.optional(v.string()),
  /** For settle_parked. */
  as: v.optional(v.picklist(['delivered', 'undelivered', 'retry'])),
});
export type ActionSeed = v.InferOutput<typeof actionSeed>;
