import type { Action, ActionKind } from '@webpay/contract/console/actions';
import type { ActionSeed } from '@webpay/contract/console/action-seed';
import type { Draft } from './draft.ts';

/** Steps of the webhooks screen, from their seed and what was typed. */

type WebhookKind =
  | 'make_webhook'
  | 'renew_webhook'
  | 'end_webhook'
  | 'switch_webhook'
  | 'test_webhook'
  | 'resend_webhook'
  | 'replay_webhook';
type Typed = Pick<Draft, 'name' | 'url' | 'types' | 'projects' | 'since'>;

/** The field that is still to be filled, in a sentence; null: none. */
export function missingOfWebhook(kind: ActionKind, draft: Typed): string | null {
  if (kind === 'replay_webhook') {
    return sinceOf(draft) === null ? 'Type day and time, in UTC.' : null;
  }
  if (kind !== 'make_webhook') return null;
  if (draft.name.trim() === '') return 'Type the name.';
  if (!URL.canParse(draft.url.trim()))
    return 'Type the address, such as https://books.example/hooks.';
  return draft.types.length === 0 ? 'Choose an event.' : null;
}

/** Ms since the epoch of `2026-11-28T15:00` in UTC; null: none. */
function sinceOf({ since }: Pick<Draft, 'since'>): number | null {
  const at = since === '' ? Number.NaN : Date.parse(`${since}Z`);
  return at > 0 ? at : null;
}

export function webhookStepOf(
  { kind, webhook_id, message_id, state }: ActionSeed & { readonly kind: WebhookKind },
  draft: Typed,
  because: string,
): Action | null {
  if (kind === 'make_webhook') {
    const { types, projects } = draft;
    const typed = { name: draft.name.trim(), url: draft.url.trim() };
    return { kind, ...typed, types: [...types], projects: [...projects], because };
  }
  if (kind === 'resend_webhook') return message_id === undefined ? null : { kind, message_id };
  if (webhook_id === undefined) return null;
  switch (kind) {
    case 'test_webhook':
      return { kind, webhook_id };
    case 'switch_webhook':
      return state === 'on' || state === 'off' ? { kind, webhook_id, state, because } : null;
    case 'replay_webhook': {
      const since = sinceOf(draft);
      return since === null ? null : { kind, webhook_id, since, because };
    }
    case 'renew_webhook':
    case 'end_webhook':
      return { kind, webhook_id, because };
  }
}
