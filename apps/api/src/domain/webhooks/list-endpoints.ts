import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Permission } from '@webpay/contract/console/permissions';
import { WEBHOOK_TYPES } from '@webpay/contract/console/webhooks';
import type { Ctx } from '../../context.ts';
import { lastGivenUp, lastMessages, listEndpoints } from './list-queries.ts';
import { endpointOf } from './queries.ts';

type Steps = ConsoleResult<'webhooks'>['items'][number]['steps'];
/** Whether the reader has a permission. */
type May = (permission: Permission) => boolean;
/** Messages of one answer. */
const SHOWN = 50;

/** Endpoints that have not ended, with the steps that the reader may do. Secrets leave no more. */
export async function readEndpoints(
  { db, catalogue }: Pick<Ctx, 'db' | 'catalogue'>,
  may: May,
): Promise<ConsoleResult<'webhooks'>> {
  const rows = await db.many(listEndpoints);
  const items = rows.map(({ by_name: by, ...row }) => ({
    ...row,
    by,
    // A type of a newer release, which this one does not know, is left out.
    types: WEBHOOK_TYPES.filter((type) => row.types.includes(type)),
    projects: row.projects.map((code) => ({
      code,
      name: catalogue.project(code)?.name['en'] ?? code,
    })),
    created_at: row.created_at.getTime(),
    state_at: row.state_at.getTime(),
    last_taken_at: row.last_taken_at?.getTime() ?? null,
    failing_since: row.failing_since?.getTime() ?? null,
    steps: stepsOf(row, may),
  }));
  return { items, may_make: may('staff.write') };
}

function stepsOf({ id, state }: { readonly id: string; readonly state: string }, may: May): Steps {
  const isOn = state === 'on';
  const to = isOn ? 'off' : 'on';
  const steps: Steps = [];
  const add = (seed: Steps[number]['seed'], text: string, why: string | null = null) =>
    steps.push({ seed, text, why });
  if (may('delivery.retry')) {
    const why = isOn ? null : 'It is not on.';
    add({ kind: 'test_webhook', webhook_id: id }, 'Send a test event…', why);
    add({ kind: 'replay_webhook', webhook_id: id }, 'Send again since…');
  }
  if (may('service.switch')) {
    add({ kind: 'switch_webhook', webhook_id: id, state: to }, isOn ? 'Switch off…' : 'Switch on…');
  }
  if (may('staff.write')) {
    add({ kind: 'renew_webhook', webhook_id: id }, 'New secret…');
    add({ kind: 'end_webhook', webhook_id: id }, 'End…');
  }
  return steps;
}

/** The last messages of an endpoint; null: there is no such endpoint. */
export async function readMessages(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { id, state }: ConsoleInput<'webhookMessages'>,
  may: May,
): Promise<ConsoleResult<'webhookMessages'> | null> {
  const endpoint = await db.maybe(endpointOf, { id });
  if (endpoint === null) return null;
  const asked = { endpointId: id, realNow: clock.real(), limit: SHOWN };
  const rows = await db.many(state === undefined ? lastMessages : lastGivenUp, asked);
  const items = rows.map(({ is_leased: isLeased, ...row }) => ({
    ...row,
    created_at: row.created_at.getTime(),
    next_at: row.state === 'waiting' ? row.next_at.getTime() : null,
    ended_at: row.ended_at?.getTime() ?? null,
    steps: may('delivery.retry')
      ? [
          {
            seed: { kind: 'resend_webhook' as const, message_id: row.id },
            text: row.state === 'waiting' ? 'Send now…' : 'Send again…',
            why: isLeased ? 'It is sent now.' : null,
          },
        ]
      : [],
  }));
  return { name: endpoint.name, items };
}
