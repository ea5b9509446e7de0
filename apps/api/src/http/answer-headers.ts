import type { FastifyInstance } from 'fastify';

/** Whoever opens an answer that is no page as one gets nothing out of it: it loads, runs and frames nothing. */
export const NO_PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A year, and whatever stands below the shop's own name. */
const ONLY_HTTPS = 'max-age=31536000; includeSubDomains';

/**
 * What every answer carries, whatever it is: page, file, call, redirect, refusal. Pages put a policy of
 * their own in place of the one here (pages/policy.ts).
 */
export function answerHeaders(config: {
  readonly publicUrl: string;
}): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE_POLICY,
    // For browsers that do not know `frame-ancestors`.
    'x-frame-options': 'DENY',
    // The way back from a bank has a query: not even our own proxies' logs are told of it with each picture.
    'referrer-policy': 'strict-origin',
    // The wallet and the bank answer through a window they were opened from (payments.md §2.4).
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Mirrors are asked by CORS, which this leaves alone; nobody else embeds anything of ours.
    'cross-origin-resource-policy': 'same-origin',
    'x-permitted-cross-domain-policies': 'none',
    'origin-agent-cluster': '?1',
    ...(config.publicUrl.startsWith('https:') ? { 'strict-transport-security': ONLY_HTTPS } : {}),
  };
}

/** With the request's own name; to be added before any route, so that no answer goes without. */
export function addAnswerHeaders(app: FastifyInstance, config: { readonly publicUrl: string }) {
  const headers = answerHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
