import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';
import react from '@vitejs/plugin-react';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { BROWSER_FLAGS, installedBrowser } from '../../../../tests/support/chromium.ts';
import { catalogues } from '../../build/catalogues.ts';

const PAGE = new URL('./kit-page.tsx', import.meta.url);

const THEME = `:root{--bg:#fff4df;--surface:#fff;--surface-2:#f7f0e1;--surface-3:#fffaf0;--line:#eadfc8;
--line-strong:#8c7a55;--text:#1f2a23;--text-2:#59604f;--accent:#00703a;--accent-soft:#dff3e4;
--on-accent-soft:#0b5a33;--btn:#009241;--btn-lip:#00722f;--on-btn:#00160a;--warn:#8a5200;
--warn-soft:#ffefcf;--err:#b3162a;--focus:#0b57d0;--r1:4px;--r2:8px;--r3:12px;--rb:14px}`;

export type Kit = {
  /** Opens the driven controls alone, or with `''` the gallery too. */
  readonly open: (options?: BrowserContextOptions, query?: string) => Promise<Page>;
  /** Requests of each address since the page was opened. */
  readonly asked: (path: string) => number;
  readonly close: () => Promise<void>;
};

/** Builds the kit's test page, serves it and opens it in a browser. */
export async function openKit(): Promise<Kit> {
  const files = await buildPage();
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://kit').pathname;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const file = files.get(path);
    response.statusCode = file ? 200 : 500;
    response.setHeader('content-type', file?.type ?? 'text/plain');
    response.end(file?.body ?? '');
  });
  const port = await listening(server);
  const browser = await launch();
  let context: BrowserContext | null = null;
  return {
    async open(options = {}, query = '?controls') {
      await context?.close();
      context = await browser.newContext({
        viewport: { width: 360, height: 800 },
        ...options,
      });
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      asked.clear();
      await page.goto(`http://127.0.0.1:${port}/${query}`);
      await page.getByRole('heading', { name: 'Kit' }).waitFor();
      return page;
    },
    asked: (path) => asked.get(path) ?? 0,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type File = { readonly type: string; readonly body: string | Uint8Array };

async function buildPage(): Promise<ReadonlyMap<string, File>> {
  // Vitest names itself here, and any other name than this makes a slow build for development.
  process.env['NODE_ENV'] = 'production';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', PAGE)),
    plugins: [react(), catalogues()],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(PAGE), output: { entryFileNames: 'page.js' } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const files = new Map<string, File>();
  for (const output of outputs) {
    if (!('output' in output)) continue;
    for (const file of output.output) {
      const isCss = file.fileName.endsWith('.css');
      files.set(`/${file.fileName}`, {
        type: isCss ? 'text/css' : 'text/javascript',
        body: file.type === 'chunk' ? file.code : file.source,
      });
    }
  }
  const css = [...files.keys()].filter((name) => name.endsWith('.css'));
  const links = css.map((name) => `<link rel="stylesheet" href="${name}">`).join('');
  files.set('/', {
    type: 'text/html',
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kit</title>
<meta name="viewport" content="width=device-width"><style>${THEME}</style>${links}</head>
<body><div id="root"></div><script type="module" src="/page.js"></script></body></html>`,
  });
  files.set('/far.webp', {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  return files;
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
