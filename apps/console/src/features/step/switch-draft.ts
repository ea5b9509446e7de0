import type { Action } from '@webpay/contract/console/actions';
import type { ActionSeed } from '@webpay/contract/console/action-seed';
import type { Draft } from './draft.ts';

/** Steps of the service screen, from their seed and what was typed. */

type SwitchKind =
  | 'set_service'
  | 'set_refused'
  | 'undo_service'
  | 'end_sessions'
  | 'switch_method'
  | 'undo_method';
type Typed = Pick<Draft, 'opensAt' | 'countries' | 'networks'>;

export function switchOf(
  { kind, project, pay_id, state, country, seen = 0 }: ActionSeed & { readonly kind: SwitchKind },
  draft: Typed,
  because: string,
): Action | null {
  if (project === undefined) return null;
  switch (kind) {
    case 'set_service': {
      if (state !== 'open' && state !== 'maintenance' && state !== 'closed') return null;
      const opens_at = state === 'maintenance' ? opensAtOf(draft.opensAt) : null;
      return { kind, project, state, opens_at, seen, because };
    }
    case 'set_refused': {
      const lists = { countries: entriesOf(draft.countries), networks: entriesOf(draft.networks) };
      return { kind, project, ...lists, seen, because };
    }
    case 'end_sessions':
      return { kind, project, because };
    case 'undo_service':
      return { kind, project, seen };
    case 'switch_method':
      if (pay_id === undefined || (state !== 'on' && state !== 'off')) return null;
      return { kind, project, pay_id, state, country: country ?? null, seen, because };
    case 'undo_method':
      return pay_id === undefined ? null : { kind, project, pay_id, seen };
  }
}

/** Ms since the epoch of `2026-11-28T15:00` in UTC; null: no end. */
function opensAtOf(text: string): number | null {
  return text === '' ? null : Date.parse(`${text}Z`);
}

/** The field that is still to be mended, in a sentence; null: none. */
export function missingOfSwitch({ opensAt }: Pick<Draft, 'opensAt'>): string | null {
  return Number.isNaN(opensAtOf(opensAt)) ? 'Type day and time, in UTC.' : null;
}

/** `CU, IR` in any form: commas, spaces, lines. */
function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}
