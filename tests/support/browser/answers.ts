import type { Page } from '@playwright/test';

/** Answers one store call with a code of the contract instead of the server, at whatever host it is asked. */
export async function answerWith(page: Page, path: string, code: number): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill(answerOf(code, null)));
}

/** The same for the next call only. */
export async function answerOnce(
  page: Page,
  path: string,
  code: number,
  result: unknown = null,
): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill(answerOf(code, result)), { times: 1 });
}

function answerOf(code: number, result: unknown) {
  return {
    status: 200,
    contentType: 'application/json',
    // As the shop says it: the host that was fastest may be another origin.
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-request-id',
      'x-request-id': 'test-request',
    },
    body: JSON.stringify({ code, msg: 'from the test', result, _: Date.now() }),
  };
}
