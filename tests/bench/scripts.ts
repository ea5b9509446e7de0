import { screens, scriptsOf, totalBytes } from '../../tools/sizes.ts';
import type { Part } from './figures.ts';

const LARGEST = { home: 95, more: 30 };
const kB = (bytes: number): number => bytes / 1_000;

/** Scripts of each screen, brotli-compressed. */
export function benchScripts(): Part {
  const home = totalBytes(scriptsOf('Home'));
  const later = screens().filter((screen) => screen !== 'Home');
  return {
    title: 'Scripts',
    how: 'Of the build, as sent with brotli: home with all it needs to answer, and what a later screen brings beyond that. What a screen loads only when asked to (a popup, the languages) is not in it.',
    figures: [
      {
        name: 'Home',
        value: kB(home),
        unit: 'kB',
        aim: { of: 'value', atMost: LARGEST.home },
      },
      ...later.map((screen) => ({
        name: `${screen}, more than home`,
        value: kB(totalBytes(scriptsOf(screen)) - home),
        unit: 'kB',
        aim: { of: 'value', atMost: LARGEST.more } as const,
      })),
    ],
  };
}
