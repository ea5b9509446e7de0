/** Refusals of operations as sentences, for the console and for `npm run resolve`. */

/** REFUND stands for the refund's number. */
const SENTENCES: Readonly<Record<string, string>> = {
  no_such_request: 'There is no such request.',
  no_such_order: 'There is no such order.',
  no_such_player: 'There is no such player in that project (and on that server).',
  no_such_project: 'Its project is not in the catalogue.',
  no_such_server: 'Its project has no such server.',
  no_such_character: 'The game knows no such character on that server.',
  flagged_already: 'An operator has flagged this player already.',
  not_flagged: 'This player is not flagged.',
  decided_already: 'This request is decided already.',
  asks_for_something_else: 'This request asks for something else.',
  nothing_was_paid: 'Nothing was paid for this order.',
  surplus_first: 'This order still has an overpayment, which goes back first.',
  surplus_refused:
    'This order still has an overpayment: the gateway refused its refund. Send that one again first.',
  nothing_left: 'Nothing of its payment is left: it is refunded, being refunded, or lost.',
  more_than_is_left: 'That is more than is left of its payment.',
  case_open: 'A dispute about its payment is open: only a refund of all that is left is possible.',
  not_a_sum: 'That is not an amount.',
  not_in_parts:
    'This way to pay cannot return a part of a payment: only a refund of the whole payment is possible.',
  not_a_step_of_the_gateway: 'Its gateway cannot move exactly this amount.',
  goods_were_given: 'The goods were delivered, or may have been.',
  goods_are_being_given: 'The goods are being delivered now: try again in a minute.',
  no_such_refund: 'There is no such refund.',
  refund_went_back: 'This refund has succeeded.',
  refund_on_its_way: 'This refund has not failed: the shop sends or queries it by itself.',
  refund_let_go:
    'This refund was cancelled, because its money went back another way: nothing is missing.',
  refund_sent_again_already: 'Another refund of this payment was made since.',
  refund_sent_again_by_itself:
    'The shop sends this refund again by itself. Only a refund that it has given up can be booked as paid outside.',
  number_is_used: 'REFUND is booked under this number of the bank already.',
  case_may_take_it:
    'A dispute about its payment is open and may take this money: book nothing before it has ended.',
  refund_came_through:
    'The gateway reports now that REFUND succeeded after all: it is recorded as done.',
  success_to_settle:
    'The gateway reports that REFUND succeeded after all, but its money went another way too. Its result waits in the order: settle it first.',
  success_took_the_rest:
    'The gateway returned REFUND too, which is more than was left: nothing of this payment can go back.',
  refund_told_otherwise: 'The gateway reports now that REFUND is in progress: look again later.',
  refund_cannot_be_asked_about:
    'The gateway does not say what became of REFUND: nothing is sent, try again later.',
  refund_just_failed: 'The gateway refused REFUND just now: look again.',
  no_version: 'No version of this catalogue is kept yet: run npm run catalogue -- import once.',
  no_such_version: 'There is no version with this number.',
  catalogue_moved: 'Another version is live since your look. Look at it first.',
  game_id_taken:
    'Another project has the game_id of these files now, and one game has one project. Give that project another game_id first.',
  no_such_draft: 'The shop does not have these files. Import them again.',
  catalogue_mistake: 'The catalogue would have a mistake.',
  goods_mistakes: 'The change has mistakes.',
  price_not_writable: 'Nothing was changed.',
  no_such_event: 'The catalogue lists no such event: its next round may have begun.',
  event_not_running: 'Only a running event that is not paused can be paused.',
  event_not_paused: 'Only a paused event whose window has not ended can be resumed.',
  changes_many: 'It changes more than a plan shows. Publish less at once, or use the command.',
  promise_broken: 'Players of a running round were promised more.',
  publication_too_soon: 'A planned publication lies at least one minute ahead.',
  publication_too_late: 'A planned publication lies at most 90 days ahead.',
  publications_many: 'Twenty publications of this project are planned already.',
  publication_ended: 'This publication is published or taken back already.',
  nothing_changes: 'It would change nothing.',
  tokens_many: 'There are as many usable tokens as there may be: end one first.',
  books_cover_all:
    'Reconciliation and balances are those of all projects: a token of some projects cannot read them.',
  token_name_taken: 'A usable token has this name: end it, or choose another name.',
  token_ended_already: 'This token has ended already.',
  webhooks_many: 'There are 20 webhooks: end one first.',
  webhook_name_taken: 'A webhook has this name.',
  webhook_address_not_usable:
    'The address is not usable: it must be https and lead to the public internet, without a user, a password, a query or a fragment.',
  webhook_ended_already: 'This webhook has ended already.',
  webhook_is_so_already: 'This webhook is switched so already.',
  webhook_is_not_on: 'This webhook is not on: switch it on first.',
  webhook_message_is_sent: 'A worker sends this message now: its answer comes within 15 seconds.',
  webhook_too_old: 'Messages are kept for 30 days, and none comes from the future.',
  nothing_to_replay: 'No message since then has ended: those that wait are sent anyway.',
  no_such_parked_mail: 'No mail with this number waits for a decision.',
  no_such_reversal: 'No reversal with this number is waiting.',
  refund_under_way:
    'A refund of this payment, or the sending of its goods, has not ended: try again when it has.',
  reversal_does_not_fit: 'The reversal does not match this payment: nothing is recorded.',
  no_such_difference: 'There is no difference with this number.',
  difference_settled_already: 'This difference is settled already.',
  day_too_old:
    'Days older than three months are compared on the server: npm run reconcile -- --day DAY.',
  day_not_ended: 'The day has not ended: its statements may grow.',
  operator_removed_already: 'This operator is removed already.',
  operator_not_removed: 'This operator is not removed.',
  operator_is_removed: 'This operator is removed: let the person back first.',
  no_such_operator: 'There is no such operator.',
  name_not_usable:
    'Take 1 to 64 letters, digits, spaces and . _ @ -, with a letter or digit at both ends.',
  name_taken: 'There is an operator with this name: reset its credentials, or let the person back.',
  last_admin: 'The last active admin stays: make another one first.',
  erase_flagged: 'The player is flagged: the flag would be lost with the name. Clear it first.',
  erase_waits: 'Something about this character is under way.',
  month_not_ended: 'The month has not ended: its sums may grow.',
  month_not_compared:
    'Days of this month are not compared with their gateway yet; npm run reconcile -- --day DAY --repair compares one:',
  month_closed_already: 'This month is closed already.',
  month_too_long: 'The file of this month has over 20,000 lines.',
  not_found_money: 'This difference is not about money that waits for a decision.',
  found_money_is_booked: 'This money is in the ledger already: nothing was done.',
  found_money_is_repaired:
    'The payment of this money is ours: the repair of its day books it by itself.',
  found_money_has_no_statement:
    'The statement of its day cannot be read now: nothing was done, try again later.',
  found_money_is_gone:
    "The gateway's statement does not have this money any more: nothing was done.",
  found_money_is_back: 'The gateway has paid this money back already, or a part of it.',
  found_money_is_disputed:
    "The payer's bank disputes this money: answer the dispute at the gateway, then settle the difference.",
  found_money_differs: 'The gateway now names another payment or sum: nothing was done.',
  found_money_is_not_confirmed:
    'The gateway does not confirm this money now: nothing was done, try again later.',
  found_money_has_no_number:
    "The statement names no number of ours, so PayerMax cannot be asked: use the gateway's own pages.",
  found_money_needs_a_project:
    'No order of ours has the number of this money: name the project whose settlement includes it.',
  found_money_has_its_project: 'An order of another project names this money: name no project.',
  no_such_goods: 'Its project sells no such product by itself (event goods cannot be adopted).',
  limit_is_reached: 'The character holds as many of this product as it may: choose another one.',
  player_is_flagged: 'This character is flagged.',
  sum_differs: 'The goods do not cost what was paid.',
  sum_cannot_be_split: 'Name one product whose count divides the sum.',
  same_character: 'That is the character the goods went to.',
  not_delivered_yet: 'The goods are not delivered yet: refund the order instead.',
  not_paid_any_more: 'The order is no longer paid.',
  delivered_again_already: 'The goods were sent a second time already.',
  nothing_to_ask: 'No payment and no refund waits for a result of its gateway.',
  asked_just_now: 'The gateway answered less than ten seconds ago: wait a moment.',
  mail_has_ended: 'This mail does not wait any more.',
  mail_is_parked: 'This mail is parked: decide what became of it.',
  mail_is_held: 'A dispute about the order holds this mail.',
  mail_is_being_sent: 'A worker sends this mail now: its answer comes within 15 seconds.',
  notice_has_ended: 'The game was told already.',
  no_mail_waits: 'No mail for this server waits for its next attempt.',
  no_such_refused_mail: 'No refused mail with this number waits to be closed.',
  no_such_message: 'No result with this number waits.',
  note_is_empty: 'The note has no text.',
  game_silent: 'The game does not answer now: try again later.',
  service_changed: 'The service was changed since you read it.',
  not_a_country: 'One entry is no country that can be refused.',
  not_a_network: 'One entry is no network that can be refused.',
  opens_too_late: 'The shop can open by itself within 30 days, at a time that lies ahead.',
  only_maintenance_ends: 'Only a maintenance ends by itself.',
  nothing_to_undo: 'There is no change of yours to undo.',
  undo_is_over: 'Undo is possible for ten seconds: change it again instead.',
  closed_stays: 'A closed project is not opened by an undo: open it.',
  method_changed: 'This way to pay was switched since you read it.',
  method_is_on: 'This way to pay is on there already.',
  method_is_off_everywhere: 'It is off everywhere, not in this country alone.',
  no_such_country: 'The project does not sell in this country.',
  character_erased:
    'This character was erased: nothing is written about it. Money goes back by npm run resolve.',
};

/** The same for a command, where its words say what to type. */
const COMMAND_SENTENCES: Readonly<Record<string, string>> = {
  no_such_message: 'No quarantined gateway message has that id.',
  no_such_refused_mail:
    'No refused resend or event mail has that id. A parked one takes --delivered, --undelivered or --retry.',
  game_silent: 'The game does not answer role look-ups now: try again later.',
  no_such_request: 'There is no such request: npm run resolve -- list shows the open ones.',
  asks_for_something_else:
    'This request is of another kind: approve a refund without --to, a wrong recharge with --to SERVER/CID.',
  surplus_first:
    'This order still has an overpayment: npm run resolve -- refund ORDER --because "…" pays that back first (add --allow-overpayment to refund the other payment anyway).',
  surplus_refused:
    'This order still has an overpayment, because its gateway refused the refund: npm run resolve -- refund-again REFUND --because "…" retries it (add --allow-overpayment to refund the other payment anyway).',
  goods_were_given:
    'The goods were delivered, or may have been: add --allow-delivered (or --even-delivered) to refund anyway.',
  number_is_used:
    'REFUND is booked under this number of the bank already: add --several-refunds when this transfer pays both.',
  no_such_refund: 'There is no such refund: npm run resolve -- list shows the failed ones.',
  refund_told_otherwise:
    'The gateway reports now that REFUND is in progress: the report is listed with the quarantined gateway messages.',
  refund_just_failed: 'Its gateway refused REFUND just now: repeat the command.',
  no_such_parked_mail:
    'No mail with that id is parked: npm run resolve -- list shows those that are.',
  no_such_reversal: 'No reversal with that number is waiting: npm run resolve -- list shows them.',
  no_such_difference: 'There is no difference with that number: npm run reconcile lists them.',
  found_money_is_repaired:
    'The payment of this money is ours: npm run reconcile -- --day DAY --repair books it by itself.',
  found_money_is_back:
    'The gateway has paid this money back already, or a part of it: npm run reconcile -- --settle NUMBER --because "…" closes the difference.',
  found_money_needs_a_project:
    'No order of ours has the number of this money: add --project PROJECT, whose settlement then includes it.',
  found_money_has_its_project: 'An order of another project names this money: leave --project out.',
  player_is_flagged: 'This character is flagged: npm run resolve -- clear-flag first.',
  sum_differs:
    'The goods do not cost what was paid: add --allow-other-sum to give them for this money anyway.',
  sum_cannot_be_split: 'With --allow-other-sum, name one product whose count divides the sum.',
};

type Named = {
  readonly why: string;
  readonly refundId?: string | undefined;
  readonly said?: string | undefined;
  readonly detail?: string | undefined;
};

/** The sentence of a refusal, for the console. */
export function sentenceOf({ why, refundId, said, detail }: Named): string {
  const sentence = detail ?? named(SENTENCES[why] ?? why, refundId);
  return said === undefined ? sentence : `${sentence} ${said}`;
}

/** The sentence of a refusal, for `npm run resolve`. */
export function commandSentenceOf({ why, refundId }: Named): string {
  return named(COMMAND_SENTENCES[why] ?? SENTENCES[why] ?? why, refundId);
}

function named(sentence: string, refundId: string | undefined): string {
  return refundId === undefined ? sentence : sentence.replace('REFUND', refundId);
}
