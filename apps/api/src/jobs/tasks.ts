import type { TaskList } from 'graphile-worker';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { sendDelivery } from '../domain/deliveries/send-delivery.ts';
import { applyInbox } from '../domain/inbox/apply-inbox.ts';
import { sendRedelivery } from '../domain/resolutions/send-redelivery.ts';
import { sendReward } from '../domain/rewards/send-reward.ts';
import { reportTrouble } from '../domain/watch/report-trouble.ts';
import type { Bulkhead } from '../outside/bulkhead.ts';
import { inboxHold, mailHold } from './holds.ts';

const deliver = v.object({ deliveryId: v.string(), project: v.optional(v.string()) });
const redeliver = v.object({ redeliveryId: v.string(), project: v.optional(v.string()) });
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
        reportTrouble(ctx, error, { job: name }, 'a job failed; its row waits for the sweep');
      }
    };
  return {
    deliver: guarded('deliver', (payload) => {
      const { deliveryId, project } = v.parse(deliver, payload);
      if (project === undefined) return;
      holds.push(mailHold(project), deliveryId, () => sendDelivery(ctx, deliveryId));
    }),
    redeliver: guarded('redeliver', (payload) => {
      const { redeliveryId, project } = v.parse(redeliver, payload);
      if (project === undefined) return;
      holds.push(mailHold(project), redeliveryId, () => sendRedelivery(ctx, redeliveryId));
    }),
    reward: guarded('reward', (payload) => {
      const { rewardId, project } = v.parse(reward, payload);
      holds.push(mailHold(project), rewardId, () => sendReward(ctx, rewardId));
    }),
    apply_inbox: guarded('apply_inbox', (payload) => {
      const { inboxId, provider } = v.parse(inbox, payload);
      if (provider === undefined) return;
      holds.push(inboxHold(provider), String(inboxId), () => applyInbox(ctx, inboxId));
    }),
  };
}
