import type { Action, ActionKind } from '@webpay/contract/console/actions';
import type { ActionSeed } from '@webpay/contract/console/action-seed';
import type { Publishable } from '@webpay/contract/console/preview-calls';
import type { Draft } from './draft.ts';

/** Steps that publish a catalogue, from their seed and what was typed. */

type PublishKind =
  | 'change_prices'
  | 'change_event'
  | 'change_window'
  | 'change_goods'
  | 'publish_files'
  | 'cancel_publication'
  | 'pause_event'
  | 'resume_event'
  | 'roll_back_catalogue';
type Typed = Pick<Draft, 'publishAt'>;

/** The step, where a preview can show it. */
export const previewOf = (action: Action | null): Publishable | null =>
  action?.kind === 'change_prices' ||
  action?.kind === 'change_event' ||
  action?.kind === 'change_window' ||
  action?.kind === 'change_goods' ||
  action?.kind === 'publish_files'
    ? action
    : null;

/** Steps that the shop can do at a later moment. */
export const canBePlanned = (kind: ActionKind): boolean =>
  kind === 'change_prices' ||
  kind === 'change_event' ||
  kind === 'change_window' ||
  kind === 'change_goods' ||
  kind === 'publish_files';

export function publishOf(
  seed: ActionSeed & { readonly kind: PublishKind },
  draft: Typed,
  because: string,
): Action | null {
  const { kind, project, seen, cells, version, event_id, values, players, publication_id } = seed;
  if (kind === 'cancel_publication') {
    return publication_id === undefined ? null : { kind, publication_id, because };
  }
  if (project === undefined) return null;
  if (kind === 'pause_event' || kind === 'resume_event') {
    return event_id === undefined ? null : { kind, project, event_id, because };
  }
  if (seen === undefined) return null;
  const at = momentOf(draft);
  const later = at === null ? {} : { publish_at: at };
  switch (kind) {
    case 'change_event':
      if (event_id === undefined || values === undefined || players === undefined) return null;
      return { kind, project, event_id, seen, values, players, ...later, because };
    case 'change_window': {
      const { windows } = seed;
      if (event_id === undefined || windows === undefined) return null;
      return { kind, project, event_id, seen, windows, ...later, because };
    }
    case 'change_goods': {
      const { goods = [], order, ways = [] } = seed;
      const arranged = order === undefined ? {} : { order };
      return { kind, project, seen, goods, ...arranged, ways, ...later, because };
    }
    case 'change_prices':
      return cells === undefined ? null : { kind, project, seen, cells, ...later, because };
    case 'publish_files': {
      const { files } = seed;
      return files === undefined ? null : { kind, project, seen, files, ...later, because };
    }
    case 'roll_back_catalogue':
      return version === undefined ? null : { kind, project, seen, version, because };
  }
}

/** Ms since the epoch of `2026-11-28T15:00` in UTC; null: now. */
export function momentOf({ publishAt }: Typed): number | null {
  return publishAt === null ? null : Date.parse(`${publishAt}Z`);
}

/** The moment that is still to be typed, in a sentence; null: it is known. */
export function missingOfMoment(draft: Typed): string | null {
  return Number.isNaN(momentOf(draft)) ? 'Type day and time, in UTC.' : null;
}
