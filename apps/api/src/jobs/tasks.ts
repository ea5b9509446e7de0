import type { TaskList } from 'graphile-worker';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { sendDelivery } from '../domain/deliveries/send-delivery.ts';
import { applyInbox } from '../domain/inbox/apply-inbox.ts';
import { sendResend } from '../domain/support/send-resend.ts';
import { sendReward } from '../domain/events/rewards/send-reward.ts';
import { reportFailure } from '../platform/monitoring/report-failure.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import { inboxQueue, mailQueue } from './queues.ts';

const deliver = v.object({ deliveryId: v.string(), project: v.optional(v.string()) });
const resend = v.object({ resendId: v.string(), project: v.optional(v.string()) });
const reward = v.object({ rewardId: v.string(), project: v.string() });
const inbox = v.object({ inboxId: v.number(), provider: v.optional(v.string()) });

/**
 * Jobs are doorbells: each finds its row and does one domain operation, in the hold of the game or
 * gateway it waits for. A lost job is found again by its row's sweep (sweeps.ts), so a failing one is
 * not retried by the queue; nor is one without its place, made by the code before this.
 */
export function tasksOf(ctx: Ctx, holds: Bulkhead): TaskList {
  const guarded =
    (name: string, work: (payload: unknown) => Promise<void> | void) =>
    async (payload: unknown) => {
      try {
        await work(payload);
      } catch (error) {
        reportFailure(ctx, error, { job: name }, 'a job failed; its row waits for the sweep');
      }
    };
  return {
    deliver: guarded('deliver', (payload) => {
      const { deliveryId, project } = v.parse(deliver, payload);
      if (project === undefined) return;
      holds.push(mailQueue(project), deliveryId, () => sendDelivery(ctx, deliveryId));
    }),
    resend: guarded('resend', (payload) => {
      const { resendId, project } = v.parse(resend, payload);
      if (project === undefined) return;
      holds.push(mailQueue(project), resendId, () => sendResend(ctx, resendId));
    }),
    reward: guarded('reward', (payload) => {
      const { rewardId, project } = v.parse(reward, payload);
      holds.push(mailQueue(project), rewardId, () => sendReward(ctx, rewardId));
    }),
    apply_inbox: guarded('apply_inbox', (payload) => {
      const { inboxId, provider } = v.parse(inbox, payload);
      if (provider === undefined) return;
      holds.push(inboxQueue(provider), String(inboxId), () => applyInbox(ctx, inboxId));
    }),
  };
}
