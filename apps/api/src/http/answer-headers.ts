import type { FastifyInstance } from 'fastify';

/** The policy of answers that are no pages: opened as one, it loads, runs and frames nothing. */
export const NO_PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A year, subdomains included. */
const ONLY_HTTPS = 'max-age=31536000; includeSubDomains';

/** The headers of every answer: page, file, call, redirect or refusal. Pages replace the policy (pages/policy.ts). */
export function answerHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE_POLICY,
    // For browsers without `frame-ancestors`.
    'x-frame-options': 'DENY',
    // The return address from a bank has a query, which must not reach a proxy's log with each picture.
    'referrer-policy': 'strict-origin',
    // The wallet and the bank answer through the window that opened them (payments.md §2.4).
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Mirrors are called by CORS, which this does not restrict; nobody else embeds our answers.
    'cross-origin-resource-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    'origin-agent-cluster': '?1',
    ...(origin.startsWith('https:') ? { 'strict-transport-security': ONLY_HTTPS } : {}),
  };
}

/** Adds the headers and the request's id; call it before any route, so that every answer has them. */
export function addAnswerHeaders(app: FastifyInstance, origin: string) {
  const headers = answerHeaders(origin);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
