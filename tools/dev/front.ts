import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { DevServer } from '../../apps/storefront/build/dev-server.ts';

/**
 * The browser's address in development: pages and modules from sources, all else from the shop's
 * server.
 */
export type Front = {
  readonly vite: DevServer['vite'];
  readonly close: () => Promise<void>;
};

export type FrontOptions = {
  readonly host: string;
  readonly port: number;
  readonly server: { readonly host: string; readonly port: number };
  /** Resolves when the shop's server answers; pending during its restart. */
  readonly serverIsUp: () => Promise<unknown>;
  readonly projects: readonly string[];
};

/** Addresses that are no pages; their answers pass unchanged. */
const NO_PAGE = /^\/(api|cp|webhooks|assets|catalogue)\//;
const CACHE = path.join(import.meta.dirname, '../../.stamps/vite');

export async function startFront(options: FrontOptions): Promise<Front> {
  const http = createServer((request, response) => {
    dev.answer(request, response, () => {
      answer(dev, options, request, response).catch((error: unknown) => fail(dev, response, error));
    });
  });
  // Imported here: no other command needs Vite.
  const { startDevServer } = await import('../../apps/storefront/build/dev-server.ts');
  const dev = await startDevServer(http, CACHE);
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(options.port, options.host, resolve);
  });
  return {
    vite: dev.vite,
    close: async () => {
      await dev.vite.close();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
}

async function answer(
  dev: DevServer,
  options: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  await options.serverIsUp();
  const { pathname, searchParams } = new URL(url, 'http://dev');
  if (pathname === '/kit') {
    const [first = ''] = options.projects;
    const theme = searchParams.get('theme') ?? first;
    const html = await pageOf(options, `/${encodeURIComponent(theme)}`);
    const links = options.projects.map((code) => `<a href="/kit?theme=${code}">${code}</a>`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(dev.kitPage(await dev.renderPage(`/${theme}`, html), links));
    return;
  }
  const mayBePage = request.method === 'GET' && !NO_PAGE.test(url);
  const headers = { ...request.headers };
  if (mayBePage) {
    delete headers['accept-encoding'];
    delete headers['if-none-match'];
  }
  const passed = ask({
    ...options.server,
    method: request.method,
    path: url,
    headers,
    agent: false,
  });
  request.pipe(passed);
  const answered = await responseOf(passed);
  const isPage = mayBePage && answered.headers['content-type']?.startsWith('text/html') === true;
  const { statusCode = 502 } = answered;
  if (!isPage) {
    response.writeHead(statusCode, answered.headers);
    answered.pipe(response);
    return;
  }
  const html = await textOf(answered);
  const shown = await dev.renderPage(url, html);
  response.writeHead(statusCode, shown === html ? answered.headers : devHeaders(answered.headers));
  response.end(shown);
}

/** Allows the inline scripts and styles of hot reload in a page's headers; hosts stay as in production. */
export function devHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const policy = String(headers['content-security-policy'] ?? '')
    .split('; ')
    .map((directive) => {
      const [name, ...sources] = directive.split(' ');
      if (name !== 'script-src' && name !== 'style-src') return directive;
      // Browsers ignore 'unsafe-inline' beside a hash.
      const hosts = sources.filter((source) => !source.startsWith("'sha256-"));
      return [name, ...hosts, "'unsafe-inline'"].join(' ');
    });
  const kept: IncomingMessage['headers'] = {
    ...headers,
    'content-security-policy': policy.join('; '),
  };
  delete kept['content-length'];
  delete kept['etag'];
  delete kept['content-security-policy-report-only'];
  return kept;
}

async function pageOf(options: FrontOptions, url: string): Promise<string> {
  const passed = ask({ ...options.server, path: url, agent: false });
  passed.end();
  return textOf(await responseOf(passed));
}

function responseOf(asked: ReturnType<typeof ask>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
  });
}

async function textOf(answered: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answered) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

/** Shows the error, and reloads the page once it is fixed. */
function fail(dev: DevServer, response: ServerResponse, error: unknown): void {
  if (error instanceof Error) dev.vite.ssrFixStacktrace(error);
  console.error(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<script type="module" src="/@vite/client"></script><pre>${why.replaceAll('<', '&lt;')}</pre>`,
  );
}
