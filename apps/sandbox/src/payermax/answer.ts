/** Answer of a call before it is signed. */
export type Answer = {
  readonly code: string;
  readonly msg: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The bank does not answer; only `orderAndPay` can meet it. */
export const SILENCE = 'silence';

export function success(data: Readonly<Record<string, unknown>>): Answer {
  return { code: 'APPLY_SUCCESS', msg: 'Success.', data };
}

export function refusal(code: string, msg: string): Answer {
  return { code, msg };
}

/** A refusal where the alternative is not an answer. */
export function refused(code: string, msg: string): { readonly refused: Answer } {
  return { refused: refusal(code, msg) };
}

export function paramsInvalid(msg: string): Answer {
  return refusal('PARAMS_INVALID', msg);
}

export const ORDER_NOT_EXIST = refusal('ORDER_NOT_EXIST', 'The order does not exist.');
export const SYSTEM_ERROR = refusal('SYSTEM_ERROR', 'System error.');
