import * as v from 'valibot';
import { code, define, empty, id, text, webauthn } from './inputs.ts';
import { CONSOLE_ROLES } from './permissions.ts';
import { me } from './shapes.ts';

/** The provider's address, with what ties its answer to this browser. */
export const companyStart = v.object({ address: v.string() });

export const SIGN_IN_CALLS = {
  /** The label of company accounts; null: they do not sign in here. */
  signInWays: define(empty, v.object({ company_account: v.nullable(v.string()) })),
  signInByPassword: define(
    v.object({
      name: text(64),
      password: text(200),
      /** Six digits of the app, or a recovery code. */
      code: text(32),
    }),
    me,
  ),
  signInByLink: define(v.object({ token: text(128) }), me),
  passkeyChallenge: define(empty, v.object({ id, options: webauthn })),
  signInByPasskey: define(v.object({ id, response: webauthn }), me),
  readInvitation: define(
    v.object({ token: text(128) }),
    v.object({
      name: v.string(),
      roles: v.array(v.picklist(CONSOLE_ROLES)),
      /** Secret of the one-time codes, as text and as a picture (SVG). */
      secret: v.string(),
      qr_svg: v.string(),
    }),
  ),
  join: define(
    v.object({ token: text(128), password: text(200), code }),
    v.object({ me, recovery_codes: v.array(v.string()) }),
  ),
  companySignIn: define(empty, companyStart),
  /** The query of the address that the provider sent the browser to. */
  companyReturn: define(
    v.object({ answer: text(4_096) }),
    v.variant('kind', [
      v.object({ kind: v.literal('signed_in'), me }),
      v.object({ kind: v.literal('linked') }),
    ]),
  ),
} as const;
