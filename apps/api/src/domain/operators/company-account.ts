import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { appendAudit } from '../audit/append-audit.ts';
import {
  companyAccountUsed,
  lockOperatorOfSession,
  operatorByCompanyAccount,
  saveCompanyAccount,
  saveVisit,
  takeVisit,
} from './company-queries.ts';
import { personOf, visitAddress, type CompanyPerson } from './company-provider.ts';
import { beginTry } from './guard-tries.ts';
import {
  entryOf,
  refused,
  refusedFor,
  type Client,
  type Refused,
  type SignedIn,
} from './operator.ts';
import { VISIT_LIFE_MS } from './rules.ts';
import { hashOperatorToken, openAt, openOperatorSession } from './sessions.ts';

type Visit = RowOf<typeof takeVisit>;
/** `token` ties the provider's answer to this browser, for a cookie. It is stored nowhere. */
type Started = ConsoleResult<'companySignIn'> & { readonly token: string };

/** How company accounts are called; null: they do not sign in here. */
export function signInWays({ config }: Pick<Ctx, 'config'>): ConsoleResult<'signInWays'> {
  return { company_account: config.companyAccount?.label ?? null };
}

/** Starts a visit to the provider. @param sessionId that links its operator's account; null: a sign-in */
export async function startVisit(ctx: Ctx, sessionId: string | null): Promise<Started | Refused> {
  const company = ctx.config.companyAccount;
  if (company === null) return notHere();
  const [token, state, nonce, verifier] = Array.from({ length: 4 }, () =>
    ctx.randomBytes(32).toString('base64url'),
  ) as [string, string, string, string];
  const address = await visitAddress(ctx, company, { state, nonce, verifier });
  if (address === null) return notAnswered();
  await ctx.db.run(saveVisit, {
    tokenHash: hashOperatorToken(token),
    state,
    nonce,
    verifier,
    sessionId,
    expiresAt: new Date(ctx.clock.real().getTime() + VISIT_LIFE_MS),
  });
  return { address, token };
}

/**
 * Takes the provider's answer: signs a linked operator in, or links the account of an open session. A visit takes one
 * answer. An account that no operator linked signs nobody in, whatever its e-mail address is.
 * @param token of the browser that began the visit
 */
export async function endVisit(
  ctx: Ctx,
  given: { readonly token: string; readonly answer: string },
  from: Client,
): Promise<SignedIn | { readonly linked: true } | Refused> {
  const company = ctx.config.companyAccount;
  if (company === null) return notHere();
  const visit = await ctx.db.maybe(takeVisit, { tokenHash: hashOperatorToken(given.token) });
  if (visit === null || visit.expires_at <= ctx.clock.real()) {
    const detail = 'This took too long, or it began in another browser. Start again.';
    return refuse(ctx, from, null, 'no_visit', refused(410, 'visit_ended', detail));
  }
  const person = await personOf(ctx, company, visit, given.answer);
  if (person === 'silent') return notAnswered();
  if (person === 'wrong') {
    const detail = `${company.label} did not confirm who you are. Start again.`;
    return refuse(ctx, from, null, 'not_confirmed', refused(401, 'not_confirmed', detail));
  }
  return visit.session_id === null ? signIn(ctx, person, from) : link(ctx, visit, person, from);
}

async function signIn(
  ctx: Ctx,
  { issuer, subject, hasSecondFactor }: CompanyPerson,
  from: Client,
): Promise<SignedIn | Refused> {
  const known = await ctx.db.maybe(operatorByCompanyAccount, { issuer, subject });
  if (known !== null && !known.is_disabled) {
    const { id, version } = known;
    const by = { id, version, signedInBy: 'company', hasSecondFactor } as const;
    const signedIn = await openOperatorSession(
      ctx,
      by,
      from,
      async (tx, now) => (await tx.run(companyAccountUsed, { id, issuer, subject, now })) === 1,
    );
    if (signedIn !== null) return signedIn;
  }
  const detail =
    'This account signs nobody in here. Sign in another way, then link it in Security.';
  const refusal = refused(401, 'not_linked', detail);
  return refuse(ctx, from, known, known === null ? 'not_linked' : 'removed', refusal);
}

async function link(
  ctx: Ctx,
  { session_id: sessionId }: Visit,
  { issuer, subject }: CompanyPerson,
  from: Client,
): Promise<{ readonly linked: true } | Refused> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.real();
    const found = await tx.maybe(lockOperatorOfSession, {
      sessionId: sessionId ?? '',
      ...openAt(now),
    });
    if (found === null) return refused(401, 'signed_out', 'Your session has ended. Sign in.');
    const who = { ...found, sessionId };
    const saved = await tx.run(saveCompanyAccount, {
      operatorId: found.id,
      issuer,
      subject,
      now,
    });
    const outcome = saved === 1 ? 'done' : 'refused';
    const entry = { action: 'company_account.link', outcome, detail: { issuer } } as const;
    await appendAudit(tx, entryOf(ctx, who, from, entry));
    if (saved === 1) return { linked: true };
    const detail = 'You have linked an account already, or another operator has linked this one.';
    return refused(409, 'company_account_taken', detail);
  });
}

type Why = 'no_visit' | 'not_confirmed' | 'not_linked' | 'removed';

/** A wrong answer costs nothing to try: its network waits, so that it cannot fill the audit log. */
async function refuse(
  ctx: Ctx,
  from: Client,
  who: { readonly id: string; readonly name: string } | null,
  why: Why,
  refusal: Refused,
): Promise<Refused> {
  const begun = await beginTry(ctx, from.address, null);
  if ('waitMs' in begun) return refusedFor(begun.waitMs);
  const failed = { outcome: 'refused', detail: { by: 'company', why } } as const;
  await appendAudit(ctx.db, entryOf(ctx, who, from, { action: 'sign_in', ...failed }));
  return refusal;
}

function notHere(): Refused {
  return refused(404, 'no_company_accounts', 'Company accounts do not sign in here.');
}

function notAnswered(): Refused {
  return refused(503, 'provider_silent', 'The provider does not answer. Sign in another way.');
}
