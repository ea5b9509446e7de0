import type { Operation } from './operations.ts';

/** Endpoints of the publisher that hear of events. Their changes are steps. */
export const WEBHOOK_OPERATIONS = {
  webhooks: {
    method: 'GET',
    path: '/webhooks',
    needs: 'order.read',
    summary: 'Lists the webhooks, for operators of all projects.',
  },
  webhookMessages: {
    method: 'GET',
    path: '/webhooks/:id/messages',
    needs: 'order.read',
    summary: 'Lists the last messages of a webhook, newest first.',
  },
} as const satisfies Record<string, Operation>;
