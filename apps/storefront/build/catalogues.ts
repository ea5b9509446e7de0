import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { FALLBACK_LANG, LANGUAGES } from '../src/i18n/languages.ts';

const FOLDER = new URL('../src/i18n/locales/', import.meta.url);
const ALL = 'virtual:catalogues';
const ONE = 'virtual:catalogue/';

export type Catalogue = Readonly<Record<string, string>>;

function isCatalogue(value: unknown): value is Catalogue {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** Returns the source texts of a language, or none where it has no file. */
export function readCatalogue(lang: string): Catalogue {
  const file = new URL(`${lang}.json`, FOLDER);
  if (!existsSync(file)) return {};
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isCatalogue(texts)) throw new Error(`locales/${lang}.json is not a list of texts`);
  return texts;
}

/** Compiles ICU texts to Lingui's token lists; English fills the gaps. */
export function compileCatalogue(lang: string): Record<string, CompiledMessage> {
  const own = readCatalogue(lang);
  const compiled: Record<string, CompiledMessage> = {};
  for (const [id, english] of Object.entries(readCatalogue(FALLBACK_LANG))) {
    const text = own[id] ? own[id] : english;
    try {
      compiled[id] = compileMessageOrThrow(text);
    } catch (cause) {
      throw new Error(`locales/${lang}.json: "${id}" is not an ICU message: ${text}`, { cause });
    }
  }
  return compiled;
}

function listModule(): string {
  const rows = LANGUAGES.map(({ code }) => `  ${code}: () => import('${ONE}${code}'),`);
  return [
    `const load = {\n${rows.join('\n')}\n};`,
    `export async function loadCatalogue(lang) {`,
    `  return (await (load[lang] ?? load.${FALLBACK_LANG})()).default;`,
    `}`,
  ].join('\n');
}

/** Vite plugin: `virtual:catalogues` loads one compiled language, each language its own chunk. */
export function catalogues(): Plugin {
  return {
    name: 'webpay-catalogues',
    resolveId(id) {
      if (id === ALL || id.startsWith(ONE)) return `\0${id}`;
      return null;
    },
    load(id) {
      if (id === `\0${ALL}`) return listModule();
      if (!id.startsWith(`\0${ONE}`)) return null;
      const lang = id.slice(ONE.length + 1);
      for (const name of new Set([lang, FALLBACK_LANG])) {
        this.addWatchFile(fileURLToPath(new URL(`${name}.json`, FOLDER)));
      }
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compileCatalogue(lang)))})`;
    },
  };
}
