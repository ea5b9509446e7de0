import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { compileCatalogue } from '../../../apps/storefront/build/catalogues.ts';
import { findTextFaults } from './text-fit.ts';
import { LANGUAGES, langTag, type Lang } from '../../../apps/storefront/src/i18n/languages.ts';

const ROOT = new URL('../../../', import.meta.url);

export const TRANSLATED: readonly Lang[] = LANGUAGES.map(({ code }) => code).filter((code) =>
  existsSync(new URL(`apps/storefront/src/i18n/locales/${code}.json`, ROOT)),
);

/** Texts of a language, compiled once. */
type Speech = {
  readonly lang: Lang;
  readonly tag: string;
  readonly messages: object;
  /** The project's texts, by their English text. */
  readonly goods: Readonly<Record<string, string>>;
};

const speeches = new Map<string, Speech>();
const written = new Map<string, string>();

/** Serialises languages once, because Playwright passes large objects slowly. */
function writtenFor(project: string, langs: readonly Lang[]): string {
  const key = `${project} ${langs.join(' ')}`;
  const text = written.get(key) ?? JSON.stringify(langs.map((lang) => speechOf(project, lang)));
  written.set(key, text);
  return text;
}

function speechOf(project: string, lang: Lang): Speech {
  const known = speeches.get(`${project} ${lang}`);
  if (known) return known;
  const goods = new URL(`catalogue/${project}/texts/${lang}.json`, ROOT);
  const speech: Speech = {
    lang,
    tag: langTag(lang),
    messages: compileCatalogue(lang),
    goods: existsSync(goods)
      ? v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(goods, 'utf8')))
      : {},
  };
  speeches.set(`${project} ${lang}`, speech);
  return speech;
}

/** Globals that `teach` sets on the page. */
type Taught = {
  readonly taught: {
    readonly speak: (lang: string) => Promise<void>;
    readonly langs: readonly string[];
  };
  readonly findTextFaults: () => string[];
};

/** Prepares an open page to change its language without a reload: texts and names of goods. */
async function teach(page: Page, project: string, langs: readonly Lang[]): Promise<void> {
  const known = await page.evaluate(() =>
    // Verified edge: set by `teach`.
    'taught' in window ? (window as unknown as Taught).taught.langs : [],
  );
  if (langs.every((each) => known.includes(each))) return;
  // Passed as text: the page's policy forbids eval.
  await page.evaluate(`window.findTextFaults = ${findTextFaults.toString()}`);
  const text = writtenFor(project, langs);
  // The page may not be hydrated yet.
  for (let tries = 1; !(await learn(page, text)); tries += 1) {
    if (tries === MAX_TRIES) throw new Error('the page has no texts to change');
    await sleep(100);
  }
}

const MAX_TRIES = 600;

/** @returns false before hydration */
function learn(page: Page, text: string): Promise<boolean> {
  return page.evaluate((given) => {
    // Verified edge: written by `writtenFor`.
    const speeches = JSON.parse(given) as Speech[];
    // React's tree hangs on the root element; the texts are a property of the first component.
    type Texts = { loadAndActivate(all: object): void };
    type Fiber = {
      child: Fiber | null;
      alternate: Fiber | null;
      memoizedProps: { texts?: Texts } | null;
    };
    const root = document.querySelector('#root');
    const [, start] =
      Object.entries(root ?? {}).find(([name]) => name.startsWith('__reactContainer$')) ?? [];
    let fiber = start as Fiber | null | undefined;
    if (fiber && !fiber.child) fiber = fiber.alternate;
    while (fiber && !fiber.memoizedProps?.texts) fiber = fiber.child;
    const texts = fiber?.memoizedProps?.texts;
    if (!texts) return false;

    type Changed = Text & { english?: { was: string; is: string } };
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const eachText = (change: (node: Changed) => void): void => {
      nodes.currentNode = document.body;
      while (nodes.nextNode()) change(nodes.currentNode as Changed);
    };
    const speak = async (lang: string): Promise<void> => {
      const speech = speeches.find((each) => each.lang === lang);
      if (!speech) throw new Error(`the page has no ${lang}`);
      eachText((node) => {
        if (node.english && node.data === node.english.is) node.data = node.english.was;
      });
      document.documentElement.lang = speech.tag;
      texts.loadAndActivate({ locale: lang, locales: [speech.tag], messages: speech.messages });
      // React renders store changes at once; a message works while a test stops the clock.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve);
        port1.start();
        port2.postMessage(null);
      });
      eachText((node) => {
        const translated = speech.goods[node.data.trim()];
        if (translated === undefined) return;
        node.english = { was: node.data, is: translated };
        node.data = translated;
      });
      await document.fonts.ready;
    };
    Object.assign(window, { taught: { speak, langs: speeches.map(({ lang }) => lang) } });
    return true;
  }, text);
}

/** Changes an open English page to another language. */
export async function speak(page: Page, project: string, lang: Lang): Promise<void> {
  await teach(page, project, [lang]);
  const isSpoken = await page.evaluate(async (each) => {
    // Verified edge: set by `teach`.
    const { taught } = window as unknown as Taught;
    const before = document.querySelector('#root')?.textContent;
    await taught.speak(each);
    return document.querySelector('#root')?.textContent !== before;
  }, lang);
  if (!isSpoken) throw new Error(`the page does not change to ${lang}`);
}

/** Checks an open page in every language. @returns lines: `de: "…" is cut off at the side` */
export async function findTextFaultsInAllLanguages(page: Page, project: string): Promise<string[]> {
  await teach(page, project, TRANSLATED);
  return page.evaluate(async () => {
    // Verified edge: set by `teach`.
    const { taught, findTextFaults: find } = window as unknown as Taught;
    const found: string[] = [];
    const shown = new Set<string | null>();
    for (const lang of taught.langs) {
      await taught.speak(lang);
      shown.add(document.querySelector('#root')?.textContent ?? null);
      let textFaults = find();
      // Amounts may be animating; only a lasting finding counts.
      for (let looks = 0; textFaults.length > 0 && looks < 10; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        textFaults = find();
      }
      found.push(...textFaults.map((textFault) => `${lang}: ${textFault}`));
    }
    await taught.speak('en');
    // A few languages may share all words of a page.
    if (shown.size < taught.langs.length / 2) found.push('the page does not change its language');
    return found;
  });
}
