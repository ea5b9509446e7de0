import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { PageData, StorefrontRenderer } from '@webpay/contract/page';
import {
  createServer,
  type EnvironmentModuleNode,
  type EnvironmentOptions,
  type ViteDevServer,
} from 'vite';
import config from '../vite.config.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { compileCatalogue } from './catalogues.ts';

export type DevServer = Awaited<ReturnType<typeof startDevServer>>;

const ROOT = path.join(import.meta.dirname, '..');
const TEXTS = '/@texts/';
const PAGE_DATA = /<script type="application\/json" id="page">([\s\S]*?)<\/script>/;
/** Matches the css text inside the script that Vite serves for a stylesheet. */
const CSS_IN_SCRIPT = /^const __vite__css = (".*")$/m;
const BOOT_TAG = /<script type="module" async id="boot"/;

/** Loads before any component, as Vite requires of servers that write their own pages. */
const HEAD = `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;</script>
<script type="module" src="/@vite/client"></script>`;

/**
 * Serves the storefront's unbundled sources in development, with hot reload.
 * @param http the server whose upgrades carry the hot reload
 * @param cacheDir folder for dependencies that Vite bundles once
 */
export async function startDevServer(http: Server, cacheDir: string) {
  const { environments, build: _build, builder: _builder, ...shared } = config;
  const { boot, main } = inputsOf(environments?.['client']);
  const { 'entry-server': entry } = inputsOf(environments?.['ssr']);
  const [kit] = globSync('src/**/kit-page.tsx', { cwd: ROOT });
  if (!boot || !main || !entry || !kit) throw new Error('vite.config.ts names no entries');
  const vite = await createServer({
    ...shared,
    configFile: false,
    root: ROOT,
    cacheDir,
    logLevel: 'warn',
    clearScreen: false,
    optimizeDeps: { entries: [boot, main, kit] },
    server: { middlewareMode: true, hmr: { server: http } },
  });
  const assets = {
    boot: `/${boot}`,
    main: { scripts: [`/${main}`], cssFiles: [], css: '' },
    screens: {},
    texts: Object.fromEntries(LANGUAGES.map(({ code }) => [code, `${TEXTS}${code}.json`])),
  };
  return {
    vite,
    /** Answers requests for modules and texts; calls `next` for every other address. */
    answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const lang = textsIn(request.url ?? '/');
      if (lang === null) vite.middlewares(request, response, next);
      else {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(compileCatalogue(lang)));
      }
    },
    /** Renders a server-rendered page again from the sources; returns other documents as they are. */
    async renderPage(url: string, html: string): Promise<string> {
      const data = PAGE_DATA.exec(html)?.[1];
      if (data === undefined) return html;
      // Verified edge: entry-server.tsx is type-checked against StorefrontRenderer.
      const renderer = (await vite.ssrLoadModule(`/${entry}`)) as StorefrontRenderer;
      // Verified edge: the server serialised it from this type.
      const page = JSON.parse(data) as PageData;
      const rendered = await renderer.createRenderer(assets)(pathOf(url), page);
      const styles = await stylesOf(vite, main, entry);
      return rendered.html
        .replace(BOOT_TAG, '<script type="module" id="boot"')
        .replace('</head>', () => `${styles}${HEAD}\n</head>`);
    },
    /** Renders the component kit in the theme of a rendered page. */
    kitPage(themed: string, links: readonly string[]): string {
      const tag = /<html[^>]*>/.exec(themed)?.[0] ?? '<html>';
      const theme = /<style>[\s\S]*?<\/style>/.exec(themed)?.[0] ?? '';
      return `<!doctype html>
${tag}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kit</title>
${theme}
${HEAD}
</head>
<body>
<nav>${links.join(' ')}</nav>
<div id="root"></div>
<script type="module" src="/${kit}"></script>
</body>
</html>
`;
    },
  };
}

type Inputs = Readonly<Record<string, string | undefined>>;

/** Reads the entry files of one half of the build from vite.config.ts. */
function inputsOf(environment: EnvironmentOptions | undefined): Inputs {
  const input = environment?.build?.rolldownOptions?.input;
  return typeof input === 'object' && !Array.isArray(input) ? input : {};
}

function textsIn(url: string): string | null {
  const name = url.startsWith(TEXTS) ? url.slice(TEXTS.length).replace(/\.json$/, '') : null;
  return LANGUAGES.find(({ code }) => code === name)?.code ?? null;
}

function pathOf(url: string): string {
  const plain = url.split('?', 1)[0] ?? '/';
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain;
}

/** Inlines the page's styles in the form that Vite's client adopts. */
async function stylesOf(vite: ViteDevServer, main: string, entry: string): Promise<string> {
  const source = readFileSync(path.join(ROOT, main), 'utf8');
  const own = [...source.matchAll(/^import '(\.[^']+\.css)';$/gm)].map(([, file = '']) =>
    path.join(ROOT, path.dirname(main), file),
  );
  const start = await vite.environments['ssr']?.moduleGraph.getModuleByUrl(`/${entry}`);
  const files = new Set([...own, ...cssBelow(start)]);
  const tags = [...files].map(async (file) => {
    const made = await vite.transformRequest(`/${path.relative(ROOT, file)}`);
    const text = CSS_IN_SCRIPT.exec(made?.code ?? '')?.[1] ?? '""';
    const css = String(JSON.parse(text)).replaceAll('</', String.raw`<\/`);
    return `<style data-vite-dev-id="${file}">${css}</style>\n`;
  });
  return (await Promise.all(tags)).join('');
}

function cssBelow(start: EnvironmentModuleNode | undefined): Set<string> {
  const seen = new Set<EnvironmentModuleNode>();
  const files = new Set<string>();
  const visit = (node: EnvironmentModuleNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const each of node.importedModules) visit(each);
    if (node.file?.endsWith('.css')) files.add(node.file);
  };
  if (start) visit(start);
  return files;
}
