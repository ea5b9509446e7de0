import * as v from 'valibot';
import { define, empty } from './inputs.ts';
import { CONSOLE_ROLES } from './permissions.ts';
import { TOKEN_PERMISSIONS } from './tokens.ts';
import { possibleStep, projectName, time } from './shapes.ts';

export const STAFF_CALLS = {
  staff: define(
    empty,
    v.object({
      may_invite: v.boolean(),
      items: v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          roles: v.array(v.picklist(CONSOLE_ROLES)),
          /** Empty: all. */
          projects: v.array(projectName),
          created_at: time,
          seen_at: v.nullable(time),
          passkeys: v.number(),
          sessions: v.number(),
          is_disabled: v.boolean(),
          steps: v.array(possibleStep),
        }),
      ),
      /** Tokens of scripts, the usable ones first. */
      tokens: v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          permissions: v.array(v.picklist(TOKEN_PERMISSIONS)),
          /** Empty: all. */
          projects: v.array(projectName),
          /** The person who asked for it. */
          by: v.string(),
          created_at: time,
          ends_at: time,
          /** Last use, by the minute. */
          seen_at: v.nullable(time),
          has_ended: v.boolean(),
          steps: v.array(possibleStep),
        }),
      ),
    }),
  ),
} as const;
