/** Events of which an endpoint of the publisher hears (docs/webhooks.md). */
export const WEBHOOK_TYPES = [
  'order.paid',
  'order.delivered',
  'refund.made',
  'dispute.opened',
  'dispute.closed',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** `gone`: its receiver answered 410. `full`: too many messages wait. Both hear nothing until an operator switches them on. */
export const WEBHOOK_STATES = ['on', 'off', 'gone', 'full'] as const;
export const WEBHOOK_MESSAGE_STATES = ['waiting', 'taken', 'given_up'] as const;

/** A replay goes back as far as messages are kept, in days. */
export const WEBHOOK_KEPT_DAYS = 30;
