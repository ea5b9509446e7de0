import { createHash } from 'node:crypto';
import { needsProof, type Action, type ActionKind } from '@webpay/contract/console/actions';
import type { Plan } from '@webpay/contract/console/plan';
import { canonicalJson } from '../audit/canonical-json.ts';
import type { ActRefused, Done } from './act.ts';
import { sentenceOf } from './refusals.ts';

/** Titles of impossible steps, which no run has named. */
const TITLES: Readonly<Record<ActionKind, string>> = {
  refund_order: 'Pay back',
  refund_again: 'Send the refund again',
  paid_outside: 'Book as paid outside',
  approve_refund: 'Pay back',
  approve_resend: 'Send the goods again',
  reject_request: 'Reject the request',
  ask_gateway: 'Ask the gateway now',
  retry_mail: 'Try the mail now',
  retry_server: "Try the server's mails now",
  retry_notice: 'Tell the game now',
  settle_parked: 'Settle the mail',
  settle_mail: 'Close the mail',
  settle_message: 'Close the message',
  confirm_chargeback: 'Confirm the chargeback',
  set_flag: 'Flag the player',
  clear_flag: 'Clear the flags',
  end_pause: 'End the pause',
  log_out: 'Log the player out',
  add_note: 'Add the note',
  set_service: 'Change the service',
  set_refused: 'Change who is refused',
  undo_service: 'Undo the change',
  end_sessions: 'Log everybody out',
  switch_method: 'Switch the way to pay',
  undo_method: 'Undo the switch',
  change_prices: 'Change prices',
  change_goods: 'Change goods',
  change_event: 'Change the event',
  change_window: 'Change the window',
  publish_files: 'Publish imported files',
  cancel_publication: 'Take the planned publication back',
  pause_event: 'Pause the event',
  resume_event: 'Resume the event',
  roll_back_catalogue: 'Roll back the catalogue',
  settle_difference: 'Settle the difference',
  compare_day: 'Compare the day again',
  close_month: 'Close the month',
  export_person: 'Export its data',
  erase_person: 'Erase its data',
  invite_operator: 'Invite an operator',
  change_roles: 'Change the roles',
  reset_operator: 'Reset the credentials',
  remove_operator: 'Remove the operator',
  restore_operator: 'Let the operator back',
  make_token: 'Make a token',
  end_token: 'End the token',
  make_webhook: 'Make a webhook',
  renew_webhook: 'Make a new secret',
  end_webhook: 'End the webhook',
  switch_webhook: 'Switch the webhook',
  test_webhook: 'Send a test event',
  resend_webhook: 'Send the message again',
  replay_webhook: 'Send messages again',
};

/** The plan of a step that ran: the same for the preview, the step and its confirmation. */
export function planOf(action: Action, done: Done, secondPerson: string | null): Plan {
  const { title, amount, worth, effects, expected = [] } = done;
  return {
    possible: true,
    why: null,
    title,
    amount,
    // A sentence in both stands once, in its first place.
    effects: [...expected, ...effects.filter((line) => !expected.includes(line))],
    needs: {
      step_up: needsProof(action),
      second_person: secondPerson,
      ticks: [],
    },
    plan_hash: hashOf({ action, amount, worth, effects, second_person: secondPerson }),
  };
}

/** The plan of a step that its domain refuses, with the ticks that would make it possible. */
export function refusedPlan(action: Action, refusal: ActRefused): Plan {
  const { why } = refusal;
  return {
    possible: false,
    why: sentenceOf(refusal),
    title: TITLES[action.kind],
    amount: null,
    effects: [],
    needs: {
      step_up: needsProof(action),
      second_person: null,
      ticks: ticksFor(action, why),
    },
    plan_hash: hashOf({ action, why }),
  };
}

function ticksFor(action: Action, why: string): Plan['needs']['ticks'] {
  if (why === 'goods_were_given' && 'allow_delivered' in action) {
    return [
      { name: 'allow_delivered', text: 'Pay back although the goods were, or may be, given.' },
    ];
  }
  if (why === 'number_is_used' && 'allow_same_number' in action) {
    return [{ name: 'allow_same_number', text: 'This transfer pays several refunds.' }];
  }
  const isSurplus = why === 'surplus_first' || why === 'surplus_refused';
  if (isSurplus && 'allow_overpayment' in action) {
    const text = 'Pay back the payment that bought the goods, and leave the overpayment.';
    return [{ name: 'allow_overpayment', text }];
  }
  return [];
}

function hashOf(value: object): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}
