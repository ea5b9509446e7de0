import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { exchange, type Outside } from '../../platform/http-client/exchange.ts';
import { createCallBudget } from '../../platform/resilience/call-budget.ts';

type CertificateRules = {
  /** The address of PayPal's API; certificates may also be below its path. */
  readonly base: string;
  /** Origins that may serve a certificate; plain http only for listed ones. */
  readonly certOrigins: readonly string[];
  /** Root certificate; null: Node's own roots. */
  readonly certRootPem: string | null;
  readonly certCn: string;
};

export type FetchedCertificate =
  | { readonly kind: 'trusted'; readonly certificate: X509Certificate }
  /** Served by an allowed address, but not proven: of another root, name or time. */
  | Untrusted
  /** No webhook of PayPal names such a certificate. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unavailable'; readonly why: string }
  /** Too many were fetched lately, so this one was not. */
  | { readonly kind: 'busy'; readonly why: string };

type Untrusted = {
  readonly kind: 'untrusted';
  readonly served: readonly X509Certificate[];
  readonly why: string;
};

export type Certificates = { get(url: string): Promise<FetchedCertificate> };

const FETCH_TIMEOUT_MS = 5_000;
const SIZE_LIMIT = 64 * 1024;
const KEPT = 20;
/** Twice what one network may cause (http/webhook-limits.ts). */
const FETCHES = { atOnce: 4, aMinute: 120 };
const LONGEST_CHAIN = 5;
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/CERT-[\w-]{1,128}$/;
/** Refused and untrusted addresses are not fetched again for this long. */
const DOUBTED_MS = 60_000;
const DOUBTED = 100;

/**
 * The certificates of webhooks, fetched once each. Only certificates that chain to the root are
 * kept for long, so that a forged address cannot evict them.
 */
export function createCertificates(rules: CertificateRules, outside: Outside): Certificates {
  const kept = new Map<string, readonly X509Certificate[]>();
  const doubted = new Map<
    string,
    { readonly until: number; readonly result: FetchedCertificate }
  >();
  const flights = new Map<string, Promise<FetchedCertificate>>();
  const fetches = createCallBudget(FETCHES, outside.now);
  const roots = rootsOf(rules.certRootPem);
  const verdictOn = (served: readonly X509Certificate[]) =>
    judge(served, roots(), rules.certCn, outside.now());

  async function fetchOne(url: string): Promise<FetchedCertificate> {
    const response = await exchange(outside, {
      method: 'GET',
      url,
      timeoutMs: FETCH_TIMEOUT_MS,
      bodyLimit: SIZE_LIMIT,
    });
    if (response.kind === 'silent') return { kind: 'unavailable', why: response.why };
    const { status } = response;
    if (status === 404 || status === 410)
      return doubt(url, refused('there is no such certificate'));
    if (status !== 200) return { kind: 'unavailable', why: `HTTP ${status}` };
    const served = readCertificates(response.body.toString('latin1'));
    const result = verdictOn(served);
    if (result.kind !== 'trusted') return doubt(url, result);
    put(kept, KEPT, url, served);
    return result;
  }

  function doubt(url: string, result: FetchedCertificate): FetchedCertificate {
    put(doubted, DOUBTED, url, { until: outside.now() + DOUBTED_MS, result });
    return result;
  }

  return {
    get: async (url) => {
      if (!isAllowedUrl(url, rules)) return refused('the certificate address is not allowed');
      const known = kept.get(url);
      const verdict = known === undefined ? null : verdictOn(known);
      if (verdict?.kind === 'trusted') return verdict;
      // Out of date: PayPal may have put a new one in its place.
      kept.delete(url);
      const doubtful = doubted.get(url);
      if (doubtful !== undefined && outside.now() < doubtful.until) return doubtful.result;
      const running = flights.get(url);
      if (running !== undefined) return running;
      const flight = fetches.take(() => fetchOne(url).finally(() => flights.delete(url)));
      if (flight === null) return { kind: 'busy', why: 'too many certificates asked for' };
      flights.set(url, flight);
      return flight;
    },
  };
}

/** Adds an entry, in place of the oldest when the map is full. */
function put<V>(map: Map<string, V>, most: number, key: string, value: V): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

/**
 * Requires the exact form of a certificate's address at a listed origin: no user, no query, nothing
 * to normalise. The sandbox has it below the path of its API.
 */
function isAllowedUrl(text: string, { base, certOrigins }: CertificateRules): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (!certOrigins.some((origin) => text === origin + url.pathname)) return false;
  const below = new URL(base).pathname.replace(/\/$/, '');
  const paths = ['', below].filter((prefix) => url.pathname.startsWith(`${prefix}/`));
  return paths.some((prefix) => CERTIFICATE_PATH.test(url.pathname.slice(prefix.length)));
}

/** The first certificate is the signer's; the others may lead up to the root. */
function judge(
  served: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  commonName: string,
  nowMs: number,
): FetchedCertificate {
  const [certificate, ...others] = served;
  if (certificate === undefined) return { kind: 'unavailable', why: 'what was served is none' };
  const names = certificate.subject.split('\n').filter((line) => line.startsWith('CN='));
  if (names.length !== 1 || names[0] !== `CN=${commonName}`) {
    return { kind: 'untrusted', served, why: 'the certificate is of another name' };
  }
  return isChained(certificate, others, roots, nowMs, LONGEST_CHAIN)
    ? { kind: 'trusted', certificate }
    : {
        kind: 'untrusted',
        served,
        why: 'the certificate does not chain to a trusted root, or is out of date',
      };
}

function refused(why: string): FetchedCertificate {
  return { kind: 'refused', why };
}

function isChained(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  nowMs: number,
  length: number,
): boolean {
  if (!isInDate(certificate, nowMs) || length === 0) return false;
  if (roots.some((root) => isInDate(root, nowMs) && isIssuedBy(certificate, root))) return true;
  return others.some((issuer) => {
    const rest = others.filter((each) => each !== issuer);
    const isIssuer = issuer.ca && isIssuedBy(certificate, issuer);
    return isIssuer && isChained(issuer, rest, roots, nowMs, length - 1);
  });
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isInDate({ validFromDate, validToDate }: X509Certificate, nowMs: number): boolean {
  return validFromDate.getTime() <= nowMs && nowMs <= validToDate.getTime();
}

function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.slice(0, LONGEST_CHAIN + 1).map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

/** Parses Node's own roots once, at the first webhook. */
function rootsOf(pem: string | null): () => readonly X509Certificate[] {
  let roots = pem === null ? null : readCertificates(pem);
  return () => {
    roots ??= rootCertificates.map((each) => new X509Certificate(each));
    return roots;
  };
}
