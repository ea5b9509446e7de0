import * as v from 'valibot';
import { hasFile, projectFolders, readYaml } from '../domain/projects/catalogue-files.ts';
import { englishTexts, readTexts } from './translations.ts';

const FILES = ['project.yaml', 'regions.yaml', 'products.yaml', 'channels.yaml'];
const languages = v.object({ langs: v.array(v.string()) });

/** The English texts of a project with their translations to `lang`, empty where missing. */
export async function textsToTranslate(
  dir: string,
  folder: string,
  lang: string | undefined,
): Promise<Record<string, string>> {
  const known = lang === undefined ? {} : await readTexts(dir, folder, lang);
  return translations(await readEnglish(dir, folder), known);
}

async function readEnglish(dir: string, folder: string): Promise<readonly string[]> {
  const contents: unknown[] = [];
  const events = (await hasFile(dir, `${folder}/events.yaml`)) ? ['events.yaml'] : [];
  for (const file of [...FILES, ...events]) {
    contents.push(await readYaml(dir, `${folder}/${file}`));
  }
  return englishTexts(contents);
}

function translations(english: readonly string[], known: Readonly<Record<string, string>>) {
  return Object.fromEntries(english.map((text) => [text, known[text] ?? '']));
}

/** One line for missing translations of a language, shown in English, and for each unused one. */
export async function untranslated(dir: string): Promise<string[]> {
  const lines: string[] = [];
  for (const folder of await projectFolders(dir)) {
    const { langs } = v.parse(languages, await readYaml(dir, `${folder}/project.yaml`));
    const english = await readEnglish(dir, folder);
    for (const lang of langs.filter((code) => code !== 'en')) {
      const translated = await readTexts(dir, folder, lang);
      const byEnglish = translations(english, translated);
      const texts = Object.values(byEnglish);
      const missing = texts.filter((text) => text === '').length;
      if (missing > 0) lines.push(`${folder}: ${missing} of ${texts.length} texts lack ${lang}.`);
      const unused = Object.keys(translated).filter((text) => !(text in byEnglish));
      for (const text of unused)
        lines.push(`${folder}: ${lang} translates "${text}", which is not there.`);
    }
  }
  return lines;
}
