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
    how: 'Sizes of the built scripts as sent with brotli. Home counts every script it needs to respond; a later screen counts the scripts it adds to home. Scripts that load on demand (a popup, the languages) are left out.',
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
