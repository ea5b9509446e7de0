import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { exchange, type Outside } from '../../platform/http-client/exchange.ts';

type CertificateRules = {
  /** Origins that may serve a certificate; plain http only for listed ones. */
  readonly certOrigins: readonly string[];
  /** Root certificate; null: Node's own roots. */
  readonly certRootPem: string | null;
  readonly certCn: string;
};

export type FetchedCertificate =
  | { readonly kind: 'trusted'; readonly certificate: X509Certificate }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unavailable'; readonly why: string };

export type Certificates = { get(url: string): Promise<FetchedCertificate> };

const FETCH_TIMEOUT_MS = 5_000;
const SIZE_LIMIT = 64 * 1024;
const KEPT = 20;
const FETCHES_AT_ONCE = 4;
const LONGEST_CHAIN = 5;

/**
 * The certificates of webhooks, fetched once each. Only certificates that chain to the root are
 * cached, so that a forged address cannot evict them.
 */
export function createCertificates(rules: CertificateRules, outside: Outside): Certificates {
  const kept = new Map<string, readonly X509Certificate[]>();
  const flights = new Map<string, Promise<FetchedCertificate>>();
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
    if (response.status !== 200) return { kind: 'unavailable', why: `HTTP ${response.status}` };
    const served = readCertificates(response.body.toString('latin1'));
    const result = verdictOn(served);
    if (result.kind === 'trusted') {
      const [oldest] = kept.keys();
      if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(url, served);
    }
    return result;
  }

  return {
    get: async (url) => {
      if (!isAllowedUrl(url, rules.certOrigins))
        return refused('the certificate address is not allowed');
      const known = kept.get(url);
      if (known !== undefined) return verdictOn(known);
      const running = flights.get(url);
      if (running !== undefined) return running;
      if (flights.size >= FETCHES_AT_ONCE) {
        return { kind: 'unavailable', why: 'too many certificates asked for' };
      }
      const flight = fetchOne(url).finally(() => flights.delete(url));
      flights.set(url, flight);
      return flight;
    },
  };
}

/** Requires the exact form of a listed origin: no user, no other port, nothing to normalise. */
function isAllowedUrl(text: string, origins: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.href === text &&
    url.hash === '' &&
    origins.some((origin) => url.origin === origin && text.startsWith(`${origin}/`))
  );
}

/** The first certificate is the signer's; the others may lead up to the root. */
function judge(
  served: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  commonName: string,
  nowMs: number,
): FetchedCertificate {
  const [certificate, ...others] = served;
  if (certificate === undefined) return refused('what was served is none');
  const names = certificate.subject.split('\n').filter((line) => line.startsWith('CN='));
  if (names.length !== 1 || names[0] !== `CN=${commonName}`) {
    return refused('the certificate is of another name');
  }
  return isChained(certificate, others, roots, nowMs, LONGEST_CHAIN)
    ? { kind: 'trusted', certificate }
    : refused('the certificate does not chain to a trusted root, or is out of date');
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
