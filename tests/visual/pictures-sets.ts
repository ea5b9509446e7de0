import { LANGUAGES, type Language } from '@webpay/contract/languages';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { readCatalogue } from '../../apps/api/src/catalogue-import/read-catalogue.ts';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { PICTURED } from './pictures-scenes.ts';

/** One theme in one language, with its screens. */
export type PictureSet = {
  readonly theme: string;
  readonly gameId: string;
  readonly lang: Language;
  readonly scenes: readonly string[];
  /** Checks the texts of all languages, too, starting from English. */
  readonly isWalked: boolean;
};

/**
 * Words name themes, languages and screens. Without them: all themes and screens, in English with a
 * walk through all languages.
 */
export async function chosenSets(words: readonly string[]): Promise<readonly PictureSet[]> {
  const projects = await readCatalogue(readConfig({ ...process.env }).catalogueDir);
  const scenes = Object.keys(PICTURED);
  const themes = projects.map(({ code }) => code);
  const known = [...themes, ...LANGUAGES, ...scenes];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    throw new StartError(`There is no theme, language or screen ${unknown.join(', ')}.`);
  }
  const pick = <T extends string>(all: readonly T[], none: readonly T[]): readonly T[] => {
    const named = all.filter((each) => words.includes(each));
    return named.length > 0 ? named : none;
  };
  const isWalked = !LANGUAGES.some((lang) => words.includes(lang));
  return projects
    .filter(({ code }) => pick(themes, themes).includes(code))
    .flatMap(({ code, game_id }) =>
      pick<Language>(LANGUAGES, ['en']).map((lang) => ({
        theme: code,
        gameId: game_id,
        lang,
        scenes: pick(scenes, scenes),
        isWalked,
      })),
    );
}
