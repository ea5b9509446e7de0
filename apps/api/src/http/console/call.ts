import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { AnsweredName, OPERATIONS, OperationName } from '@webpay/contract/console/operations';
import type { Ctx } from '../../context.ts';
import type { Client, Operator } from '../../domain/operators/operator.ts';

/** Operations that need no session. */
type Open = {
  [N in OperationName]: (typeof OPERATIONS)[N]['needs'] extends 'nothing' ? N : never;
}[OperationName];

/** A call of the console's API that passed every check. */
export type ConsoleCall<N extends OperationName> = {
  readonly input: ConsoleInput<N>;
  readonly from: Client;
  readonly operator: N extends Open ? null : Operator;
  /** Gives the browser the session that a sign-in opened. */
  readonly keepSession: (token: string) => void;
  /** Takes the session from the browser. */
  readonly endCookie: () => void;
  /** The token of the browser's visit to a company account's provider; "": there is none. */
  readonly visit: {
    readonly token: string;
    readonly keep: (token: string) => void;
    readonly end: () => void;
  };
};

/** One function for each operation of the table with one answer. */
export type Handlers = {
  readonly [N in AnsweredName]: (ctx: Ctx, call: ConsoleCall<N>) => Promise<ConsoleResult<N>>;
};
