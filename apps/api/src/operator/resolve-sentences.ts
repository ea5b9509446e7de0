const SENTENCES: Readonly<Record<string, string>> = {
  no_such_request: 'There is no such request: npm run resolve -- list shows the open ones.',
  no_such_order: 'There is no such order.',
  no_such_player: 'There is no such player in that project (and on that server).',
  no_such_project: 'Its project is not in the catalogue.',
  no_such_server: 'Its project has no such server.',
  no_such_character: 'The game knows no such character on that server.',
  flagged_already: 'An operator has flagged this player already.',
  not_flagged: 'Nothing stands against this player.',
  decided_already: 'This request is decided already.',
  asks_for_something_else:
    'This request is of the other kind: a refund is approved without --to, a wrong recharge with --to SERVER/CID.',
  nothing_was_paid: 'Nothing was paid for this order.',
  surplus_first:
    'A payment of this order that came too much is still here: npm run resolve -- refund ORDER --because "…" gives that back first (--even-surplus: the other one all the same).',
  surplus_refused:
    'A payment of this order that came too much is still here, because its gateway refused the refund: npm run resolve -- refund-again REFUND --because "…" sends it once more (--even-surplus: the other payment all the same).',
  nothing_left: 'Nothing of its payment is left: it is back, on its way back, or lost.',
  more_than_is_left: 'That is more than is left of its payment.',
  case_open: 'A case about its payment is open: all that is left may go back, nothing else.',
  not_a_sum: 'That is not a sum.',
  not_a_step_of_the_gateway: 'Its gateway cannot move exactly this sum.',
  goods_were_given:
    'The goods were delivered, or may have been: say --even-delivered to give the money back all the same.',
  goods_are_being_given: 'The goods are being delivered this moment: try again in a minute.',
  no_such_refund: 'There is no such refund: npm run resolve -- list shows those that failed.',
  refund_went_back: 'This refund went back.',
  refund_on_its_way: 'This refund has not failed: the shop sends it, or asks about it, by itself.',
  refund_let_go: 'This refund was let go because its money went another way: nothing is missing.',
  refund_sent_again_already: 'Another refund of this payment was made since.',
  refund_came_through:
    'Asked now, the gateway says that REFUND went back after all: it is booked as done.',
  refund_told_otherwise:
    'Asked now, the gateway says that REFUND is on its way: it is kept for you in the list of words that did not fit.',
  refund_cannot_be_asked_about:
    'The gateway does not say what became of REFUND: nothing is sent, try again later.',
  refund_just_failed: 'Its gateway refused REFUND this moment: say it once more.',
  no_such_reversal: 'No reversal of that number waits: npm run resolve -- list shows them.',
  refund_under_way: 'A refund of this payment has not ended: try again when it has.',
  reversal_does_not_fit: 'It does not fit what is known of this payment: nothing is booked.',
  same_character: 'That is the character the goods went to.',
  not_delivered_yet: 'The goods are not delivered yet: give the money back instead.',
  not_paid_any_more: 'The order is not paid any more.',
  delivered_again_already: 'The goods were sent a second time already.',
};

/** Why something was not done, as a sentence for the operator. */
export function sentenceOf(why: string): string {
  return SENTENCES[why] ?? why;
}
