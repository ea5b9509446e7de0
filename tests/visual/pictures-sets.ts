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

/** Word for the covering set. */
const COVERING = 'covering';
/** Its languages: long words, tall letters, scripts without spaces, another alphabet. */
const COVERED = ['en', 'de', 'ta', 'zh', 'ko', 'ru'] as const satisfies readonly Language[];

/**
 * Words name themes, languages and screens. Without them: all themes and screens, in English with a
 * walk through all languages. `covering` takes every screen once in each theme and once in each of six languages, so
 * that together all pairs of theme, language and width occur.
 */
export async function chosenSets(words: readonly string[]): Promise<readonly PictureSet[]> {
  const projects = await readCatalogue(readConfig({ ...process.env }).catalogueDir);
  const scenes = Object.keys(PICTURED);
  const themes = projects.map(({ code }) => code);
  const known = [...themes, ...LANGUAGES, ...scenes, COVERING];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    throw new StartError(`There is no theme, language or screen ${unknown.join(', ')}.`);
  }
  const pick = <T extends string>(all: readonly T[], none: readonly T[]): readonly T[] => {
    const named = all.filter((each) => words.includes(each));
    return named.length > 0 ? named : none;
  };
  const isCovering = words.includes(COVERING);
  const isWalked = !isCovering && !LANGUAGES.some((lang) => words.includes(lang));
  const languages = pick<Language>(LANGUAGES, isCovering ? COVERED : ['en']);
  return projects
    .flatMap(({ code, game_id }, row) =>
      languages.map((lang, column) => ({
        theme: code,
        gameId: game_id,
        lang,
        scenes: pick(scenes, scenes).filter(
          (_, index) => !isCovering || (row + index) % languages.length === column,
        ),
        isWalked,
      })),
    )
    .filter((set) => pick(themes, themes).includes(set.theme) && set.scenes.length > 0);
}
