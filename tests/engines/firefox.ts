import { launch, type ElementHandle, type Frame, type Page } from 'puppeteer-core';
import { OWN_SIGNALS } from '../support/chromium.ts';
import { findProgram } from './programs.ts';
import type { Engine, Surface } from './surface.ts';

/** Starts Debian's Firefox headless and drives it by WebDriver BiDi. Throws StartError when it is not installed. */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findProgram(['firefox-esr', 'firefox'], 'firefox-esr'),
    defaultViewport: { width: 360, height: 800 },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
    ...OWN_SIGNALS,
  });
  const main = await browser.newPage();
  return {
    name: 'Firefox',
    version: (await browser.version()).replace(/^.*\//, ''),
    page: surface(async () => main.mainFrame()),
    open: async (url) => void (await main.goto(url)),
    frame: (words) =>
      surface(async () => found(main.frames(), words, (frame) => frame !== main.mainFrame())),
    window: (words) =>
      surface(async () => found(await browser.pages(), words, (page) => page !== main).mainFrame()),
    close: () => browser.close(),
  };
}

/** The document whose address contains `words`. */
function found<T extends Frame | Page>(
  all: readonly T[],
  words: string,
  isOther: (each: T) => boolean,
): T {
  const one = all.find((each) => isOther(each) && each.url().includes(words));
  if (!one) throw new Error(`no document at ${words}`);
  return one;
}

function surface(find: () => Promise<Frame>): Surface {
  const element = async (expression: string): Promise<ElementHandle | null> => {
    const handle = await (await find()).evaluateHandle(expression);
    // Verified edge: every expression of a journey gives an element.
    return handle.asElement() as ElementHandle | null;
  };
  return {
    value: async (expression) => (await find()).evaluate(expression),
    press: async (expression) => {
      const button = await element(expression);
      await button?.click();
      return button !== null;
    },
    type: async (expression, text) => {
      const field = await element(expression);
      await field?.click();
      await field?.type(text);
      return field !== null;
    },
  };
}
