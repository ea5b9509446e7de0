import type { Theme } from '@webpay/contract/calls';
import type { Scenery } from './SetPage.tsx';

/** A closed shop: a gate in dark themes, else a curtain, with a board. */
export function closedSet(theme: Theme | undefined, board: string): Scenery {
  return { name: theme?.mode === 'dark' ? 'gate' : 'curtain', signs: [board] };
}
