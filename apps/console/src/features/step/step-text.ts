import type { ActionKind } from '@webpay/contract/console/actions';
import type { Step } from './use-step.ts';

const DANGERS: readonly ActionKind[] = [
  'refund_order',
  'refund_again',
  'paid_outside',
  'approve_refund',
  'settle_message',
  'confirm_chargeback',
  'settle_difference',
  'close_month',
  'change_roles',
  'reset_operator',
  'remove_operator',
  'end_token',
  'end_webhook',
  'erase_person',
  'set_flag',
  'log_out',
];

/** Steps that nothing takes back. */
export const isDanger = (kind: ActionKind): boolean => DANGERS.includes(kind);

/** The button names verb and sum, or that another person decides. */
export function labelOf({ plan }: Pick<Step, 'plan'>): string {
  if (plan === null) return 'Confirm';
  return plan.needs.second_person === null ? plan.title : `Ask for: ${plan.title}`;
}
