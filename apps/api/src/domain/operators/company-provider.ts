import * as oidc from 'openid-client';
import type { Ctx } from '../../context.ts';
import type { CompanyAccountConfig } from '../../config/company-account.ts';
import {
  exchange,
  outsideOf,
  scaledMs,
  type Outside,
} from '../../platform/http-client/exchange.ts';

/** One call to the provider; a sign-in has three at most. */
const CALL_MS = 4_000;
const BODY_LIMIT = 256 * 1024;
/** Addresses and keys of a provider change rarely; it announces them at one address. */
const KNOWN_FOR_MS = 10 * 60_000;
const LONGEST_SUBJECT = 255;

type Provider = Pick<Ctx, 'config' | 'clock'>;
type Known = { readonly configuration: Promise<oidc.Configuration>; readonly endsAt: number };
const knownProviders = new WeakMap<CompanyAccountConfig, Known>();

export type Visit = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** The person as the provider's signed token names it. */
export type CompanyPerson = {
  readonly issuer: string;
  readonly subject: string;
  readonly hasSecondFactor: boolean;
};

/** The provider did not answer, or its answer is unusable: nothing is said about the person. */
class ProviderSilent extends Error {}

/** The only address that the provider sends browsers back to. */
export const returnAddress = ({ config }: Pick<Ctx, 'config'>): string =>
  `${config.consoleUrl}/sign-in/company`;

/** @returns the address that starts the visit; null: the provider does not answer */
export async function visitAddress(
  ctx: Provider,
  company: CompanyAccountConfig,
  { state, nonce, verifier }: Visit,
): Promise<string | null> {
  const configuration = await configurationOf(ctx, company).catch(() => null);
  if (configuration === null) return null;
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(ctx),
    scope: 'openid',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return address.href;
}

/**
 * Asks the provider who came back: state, issuer, code with PKCE, and the signed token with its nonce, audience and times.
 * @param answer the query of the return address
 * @returns `wrong`: the answer proves nobody; `silent`: the provider does not answer
 */
export async function personOf(
  ctx: Provider,
  company: CompanyAccountConfig,
  visit: Visit,
  answer: string,
): Promise<CompanyPerson | 'wrong' | 'silent'> {
  try {
    const configuration = await configurationOf(ctx, company);
    const address = new URL(returnAddress(ctx));
    address.search = answer;
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      pkceCodeVerifier: visit.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || claims.sub.length > LONGEST_SUBJECT) return 'wrong';
    const proofs = [claims['acr'], ...(Array.isArray(claims['amr']) ? claims['amr'] : [])];
    const hasSecondFactor = company.secondFactor.some((each) => proofs.includes(each));
    return { issuer: claims.iss, subject: claims.sub, hasSecondFactor };
  } catch (error) {
    return isSilence(error) ? 'silent' : 'wrong';
  }
}

function isSilence(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth += 1) {
    if (each instanceof ProviderSilent) return true;
    each = each.cause;
  }
  return false;
}

/** Callers at the same time wait for one discovery. A failed one is forgotten. */
async function configurationOf(
  ctx: Provider,
  company: CompanyAccountConfig,
): Promise<oidc.Configuration> {
  const now = ctx.clock.real().getTime();
  const known = knownProviders.get(company);
  if (known !== undefined && known.endsAt > now) return known.configuration;
  const configuration = discover(outsideOf(ctx.config.waitScale), company);
  knownProviders.set(company, { configuration, endsAt: now + KNOWN_FOR_MS });
  configuration.catch(() => knownProviders.delete(company));
  return configuration;
}

async function discover(
  outside: Outside,
  { issuer, clientId, clientSecret }: CompanyAccountConfig,
): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:');
  const found = await oidc
    .discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [oidc.customFetch]: boundedFetch(outside),
      // Without this the library trusts TLS alone and checks no signature.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
    .catch((error: unknown) => {
      throw new ProviderSilent('the provider announces nothing usable', { cause: error });
    });
  return found;
}

/** Ends every call in time, follows no redirect, and reads no endless answer. */
function boundedFetch(outside: Outside): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await exchange(outside, {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      timeoutMs: scaledMs(outside, CALL_MS),
      bodyLimit: BODY_LIMIT,
    });
    if (answer.kind === 'silent') throw new ProviderSilent(answer.why);
    if (answer.status >= 500) throw new ProviderSilent(`the provider answers ${answer.status}`);
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** The library sends forms alone. */
function textOf(body: oidc.FetchBody): string {
  return body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : '';
}
