import { LANGUAGES } from '@webpay/contract/languages';
import * as v from 'valibot';
import {
  CatalogueError,
  namesIn,
  readText,
  type CatalogueSource,
} from '../domain/projects/catalogue-files.ts';

const textsFile = v.record(v.string(), v.pipe(v.string(), v.trim(), v.minLength(1)));

/**
 * Reads a project's translations, `texts/<language>.json`, keyed by the English text: each wording
 * is translated once, and a changed English text shows up as untranslated.
 * @returns adds the known translations to every `{en: …}` of a parsed YAML file
 * @throws CatalogueError naming the unreadable file
 */
export async function readTranslations(dir: CatalogueSource, folder: string) {
  const languages = await languagesOf(dir, folder);
  const byLanguage = await Promise.all(
    languages.map(async (lang) => [lang, await readTexts(dir, folder, lang)] as const),
  );
  return function fill(content: unknown): unknown {
    if (Array.isArray(content)) return content.map(fill);
    if (typeof content !== 'object' || content === null) return content;
    if (!('en' in content) || typeof content.en !== 'string') {
      return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, fill(value)]));
    }
    const { en } = content;
    const others = byLanguage.flatMap(([lang, { [en]: text }]) =>
      typeof text === 'string' ? [[lang, text] as const] : [],
    );
    // Keeps translations written beside the English text.
    return { ...Object.fromEntries(others), ...content };
  };
}

/** The English texts of a project, in file order. */
export function englishTexts(contents: readonly unknown[]): string[] {
  const found = new Set<string>();
  const look = (content: unknown): void => {
    if (typeof content !== 'object' || content === null) return;
    if ('en' in content && typeof content.en === 'string') found.add(content.en);
    else for (const value of Object.values<unknown>({ ...content })) look(value);
  };
  contents.forEach(look);
  return [...found];
}

async function languagesOf(dir: CatalogueSource, folder: string): Promise<string[]> {
  const files = await namesIn(dir, `${folder}/texts`);
  return files.map((file) => {
    const lang = LANGUAGES.find((code) => file === `${code}.json` && code !== 'en');
    if (lang === undefined) {
      const why = 'is not named after a language to translate to';
      throw new CatalogueError({ file: `${folder}/texts/${file}`, why });
    }
    return lang;
  });
}

/** Translations to `lang` by English text; empty without a file. @throws CatalogueError */
export async function readTexts(
  dir: CatalogueSource,
  folder: string,
  lang: string,
): Promise<Readonly<Record<string, string>>> {
  const file = `${folder}/texts/${lang}.json`;
  if (!(await languagesOf(dir, folder)).includes(lang)) return {};
  try {
    return v.parse(textsFile, JSON.parse(await readText(dir, file)));
  } catch (error) {
    // A syntax error names its line itself; a wrong value is located by its text.
    const at = v.isValiError(error) ? { at: v.getDotPath(error.issues[0]) ?? '' } : {};
    const why = 'is not JSON that leads from English texts to their translations';
    const reason = error instanceof SyntaxError ? `: ${error.message}` : '';
    throw new CatalogueError({ file, ...at, why: why + reason });
  }
}
