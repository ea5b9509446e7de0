import type { ConsoleResult } from '@webpay/contract/console/calls';
import { CONSOLE_API, type OperationName, OPERATIONS } from '@webpay/contract/console/operations';

/** An answer of the console's server, for tests of the pages. */
export type Answer = { readonly status: number; readonly body: unknown };
export type Answers = { [N in OperationName]?: (input: Input) => Answer };
export type Input = Readonly<Record<string, unknown>>;

export const ok = <N extends OperationName>(_: N, body: ConsoleResult<N>): Answer => ({
  status: 200,
  body,
});

export const refuse = (status: number, code: string, detail: string): Answer => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail, request_id: 'req-8m2k' },
});

/** Finds the operation of a request and its answer. */
export function answerOf(
  answers: Answers,
  method: string,
  url: URL,
  body: Input,
): { readonly name: OperationName; readonly answer: Answer } | null {
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const operation = OPERATIONS[name];
    const form = new RegExp(
      `^${CONSOLE_API}${operation.path.replaceAll(/:(\w+)/g, String.raw`(?<$1>[^/]+)`)}$`,
    );
    const found = form.exec(url.pathname);
    if (operation.method !== method || found === null) continue;
    const input = { ...Object.fromEntries(url.searchParams), ...body, ...found.groups };
    const answer = answers[name]?.(input) ?? refuse(404, 'not_found', `No answer of ${name}.`);
    return { name, answer };
  }
  return null;
}
