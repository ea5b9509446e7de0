import { codeOf } from '../../gateways/instrument.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import type { AttemptRow } from './queries.ts';
import type { Transition } from './transition-attempt.ts';

/** The values of a gateway's result that its attempt keeps. */
export function fieldsOfResult(attempt: AttemptRow, result: GatewayResult): Partial<Transition> {
  switch (result.kind) {
    case 'paid':
      return { gatewayRef: result.gatewayRef, captureRef: result.captureRef, card: result.card };
    case 'action':
      return { gatewayRef: result.gatewayRef, actionUrl: result.url, payCode: codeOf(result) };
    case 'choose_other_funding':
      return {
        actionUrl: result.url,
        captureAttempts: attempt.capture_attempts + 1,
        detail: { declined: result.isDeclined },
      };
    case 'pending':
    case 'approved':
    case 'declined':
      return { gatewayRef: result.gatewayRef };
    case 'refused':
      return { detail: { code: result.code } };
    case 'indeterminate':
      return { detail: { why: result.why } };
    case 'closed':
    case 'not_found':
      return {};
  }
}
