import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { addressOf, limitedAddress } from './address.ts';
import { REPORTS_PATH } from './pages/policy.ts';
import type { CallLimits } from './store/call-limits.ts';

/** Chromium collects the reports of a page for a minute. */
const BODY_LIMIT = 64 * 1024;
/** Reports of one message that are read; the rest is dropped. */
const MAX_REPORTS = 100;
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/**
 * Takes browsers' reports about the pages' policies. Anybody can send one, so they are counted by
 * directive and never believed; a few a minute are logged, without queries and texts of the sender.
 */
export async function registerCspReports(
  server: FastifyInstance,
  ctx: Pick<Ctx, 'metrics' | 'log' | 'clock' | 'config'>,
  limits: Pick<CallLimits, 'secondsUntilReports'>,
): Promise<void> {
  const mayLog = countLines(ctx);
  await server.register(async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      const seconds = limits.secondsUntilReports(limitedAddress(addressOf(request)));
      if (seconds === null) return;
      await reply.code(429).header('retry-after', seconds).send({ error: 'too many requests' });
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    app.post(REPORTS_PATH, async (request, reply) => {
      const violations = violationsIn(String(request.body));
      if (violations === null) return reply.code(400).send({ error: 'not a report' });
      for (const violation of violations) {
        const { directive, disposition } = violation;
        ctx.metrics.cspReports.inc({ directive, disposition });
        if (isNews(violation, ctx.config.publicUrl) && mayLog()) {
          ctx.log.warn({ csp: violation }, 'a browser reported a violation of a page policy');
        }
      }
      return reply.code(204).send();
    });
  });
}

type Violation = {
  readonly directive: string;
  readonly disposition: 'enforce' | 'report';
  /** The blocked origin, or a word such as `inline`. */
  readonly blocked: string;
  /** The path of the page, and the origin and path of the script, without queries. */
  readonly page: string;
  readonly source: string;
};

/** Directives of our policies, as browsers report them. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'connect-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'default-src',
  'require-trusted-types-for',
  'trusted-types',
]);

const text = v.optional(v.fallback(v.string(), ''), '');
/** `report-uri`: one report in each message. */
const single = v.object({
  'csp-report': v.object({
    'effective-directive': text,
    'violated-directive': text,
    disposition: text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
});
/** `report-to`: several reports, of other kinds too. */
const several = v.array(v.looseObject({ type: text, body: v.optional(v.unknown()) }));
const body = v.object({
  effectiveDirective: text,
  disposition: text,
  blockedURL: text,
  documentURL: text,
  sourceFile: text,
});

/** The violations of a message; null when it is no report. */
function violationsIn(message: string): readonly Violation[] | null {
  const said = parsed(message);
  const one = v.safeParse(single, said);
  if (one.success) {
    const report = one.output['csp-report'];
    const [directive = ''] = (report['effective-directive'] || report['violated-directive']).split(
      ' ',
      1,
    );
    return [
      violationOf({
        effectiveDirective: directive,
        disposition: report.disposition,
        blockedURL: report['blocked-uri'],
        documentURL: report['document-uri'],
        sourceFile: report['source-file'],
      }),
    ];
  }
  const list = v.safeParse(several, said);
  if (!list.success) return null;
  return list.output
    .slice(0, MAX_REPORTS)
    .filter(({ type }) => type === 'csp-violation')
    .map((report) => v.safeParse(body, report.body))
    .flatMap((report) => (report.success ? [violationOf(report.output)] : []));
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}

function violationOf(said: v.InferOutput<typeof body>): Violation {
  // `chrome-extension:…`, or the scheme alone.
  const isExtension = [said.blockedURL, said.sourceFile].some(
    (address) => address.split(':', 1)[0]?.endsWith('-extension') === true,
  );
  const known = DIRECTIVES.has(said.effectiveDirective) ? said.effectiveDirective : 'other';
  return {
    // Extensions of browsers change pages and are no fault of ours.
    directive: isExtension ? 'extension' : known,
    disposition: said.disposition === 'report' ? 'report' : 'enforce',
    blocked: /^[a-z-]{1,30}$/.test(said.blockedURL)
      ? said.blockedURL
      : placeOf(said.blockedURL).origin,
    page: placeOf(said.documentURL).path,
    source: said.sourceFile === '' ? '' : Object.values(placeOf(said.sourceFile)).join(''),
  };
}

/** Queries and fragments may hold tokens; other characters belong to no address of ours. */
function placeOf(address: string): { readonly origin: string; readonly path: string } {
  if (address.length > 2_000 || !URL.canParse(address)) return { origin: '', path: '' };
  const { protocol, origin, pathname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:')
    return { origin: protocol.slice(0, 30), path: '' };
  return {
    origin: origin.slice(0, 100),
    path: /^[\w/.~-]{1,100}$/.test(pathname) ? pathname : '/…',
  };
}

/** Gateways' scripts make scripts of texts, which is only reported; and extensions do as they like. */
function isNews({ directive, disposition, source }: Violation, publicUrl: string): boolean {
  if (directive === 'extension') return false;
  return disposition === 'enforce' || source === '' || source.startsWith(`${publicUrl}/`);
}

/** Allows some lines a minute: reports are written by strangers. */
function countLines({ clock }: Pick<Ctx, 'clock'>): () => boolean {
  let window = 0;
  let lines = 0;
  return () => {
    const now = Math.floor(clock.real().getTime() / MINUTE_MS);
    if (now !== window) [window, lines] = [now, 0];
    lines += 1;
    return lines <= LINES_A_MINUTE;
  };
}
