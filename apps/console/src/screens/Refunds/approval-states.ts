import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Badge } from '@webpay/contract/console/shapes';

/** States of waiting steps in words. */
export const APPROVAL_STATES: Readonly<
  Record<ConsoleResult<'approvals'>['items'][number]['state'], Badge>
> = {
  waiting: { tone: 'violet', text: 'Waits' },
  done: { tone: 'green', text: 'Done' },
  declined: { tone: 'red', text: 'Refused' },
  expired: { tone: 'grey', text: 'Expired' },
  changed: { tone: 'orange', text: 'Changed' },
};
