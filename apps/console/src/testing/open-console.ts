import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CONSOLE_DIST } from '../../../../apps/api/src/http/console/console-build.ts';
import { BROWSER_FLAGS, installedBrowser } from '../../../../tests/support/chromium.ts';
import { buildConsole } from '../../../../tools/console-build.ts';
import { answerOf, type Answers, type Input } from './fake-api.ts';

const NONCE = 'n0nce';
/** The policy of the server: a page that breaks it fails its test. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; font-src 'self';
 img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

export type Console = {
  readonly open: (
    path: string,
    answers: Answers,
    options?: BrowserContextOptions,
  ) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
};

export type OpenPage = {
  readonly page: Page;
  /** Names of the calls in their order. */
  readonly calls: readonly string[];
  /** Errors of the page and refusals by its policy. */
  readonly errors: readonly string[];
};

/** Builds the console's pages and serves them with given answers of the API. */
export async function openConsole(): Promise<Console> {
  const files = await builtFiles();
  let answers: Answers = {};
  let calls: string[] = [];
  let context: BrowserContext | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://console');
    void inputOf(request).then((input) => {
      const found = answerOf(answers, request.method ?? 'GET', url, input);
      if (found !== null) {
        calls.push(found.name);
        const { status, body } = found.answer;
        const type = status < 400 ? 'application/json' : 'application/problem+json';
        response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
        return;
      }
      const file = files.get(url.pathname) ?? files.get('/index.html');
      response
        .writeHead(200, {
          'content-type': file?.type,
          'content-security-policy': POLICY.replaceAll('\n', ''),
        })
        .end(file?.body);
    });
  });
  const port = await listening(server);
  const browser = await launch();
  return {
    async open(path, given, options = {}) {
      answers = given;
      calls = [];
      const errors: string[] = [];
      // A page of an earlier test would go on asking.
      await context?.close();
      context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|Warning/.test(message.text())) errors.push(message.text());
      });
      await page.goto(`http://localhost:${port}${path}`);
      return { page, calls, errors };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type File = { readonly type: string; readonly body: string | Uint8Array };

/** The pages as `npm start` builds them: a build in this process would be one for development. */
async function builtFiles(): Promise<ReadonlyMap<string, File>> {
  await buildConsole(console.error);
  const names = globSync(['index.html', 'assets/*'], { cwd: CONSOLE_DIST });
  return new Map(
    names.map((name) => {
      const body = readFileSync(path.join(CONSOLE_DIST, name));
      const type = typeOf(name);
      const isPage = type.startsWith('text/html');
      const served = isPage ? body.toString().replaceAll('__NONCE__', NONCE) : body;
      return [`/${name}`, { type, body: served }];
    }),
  );
}

function typeOf(name: string): string {
  const ending = name.split('.').at(-1) ?? '';
  const types: Readonly<Record<string, string>> = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript',
    css: 'text/css',
    svg: 'image/svg+xml',
    woff2: 'font/woff2',
  };
  return types[ending] ?? 'application/octet-stream';
}

async function inputOf(request: IncomingMessage): Promise<Input> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? {} : (JSON.parse(text) as Input);
}

function listening(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address: AddressInfo | string | null = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

function launch(): Promise<Browser> {
  const executablePath = installedBrowser();
  return chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath === null ? {} : { executablePath }),
  });
}
