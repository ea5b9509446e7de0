import type { Page } from '@playwright/test';

/** Answers one store call with a code of the contract, at whatever host. */
export async function answerWith(page: Page, path: string, code: number): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill(answerOf(code, null)));
}

export async function answerOnce(page: Page, path: string, code: number, result: unknown = null) {
  await page.route(`**${path}`, (route) => route.fulfill(answerOf(code, result)), { times: 1 });
}

/** A store call's answer, as any host may give it. */
export function answerOf(code: number, result: unknown) {
  return {
    status: 200,
    contentType: 'application/json',
    // The fastest host may be another origin.
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-request-id',
      'x-request-id': 'test-request',
    },
    body: JSON.stringify({ code, msg: 'from the test', result, _: Date.now() }),
  };
}

/** Serves the page at this path with changed HTML. Throws when `change` changes nothing. */
export async function changeHtml(page: Page, path: string, change: (html: string) => string) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = change(html);
    if (body === html) throw new Error(`${path} is not changed`);
    await route.fulfill({ response, body });
  });
}

/** Serves the page at this path as if its project had not opened the screen. */
export async function closeScreen(page: Page, path: string, screen: string): Promise<void> {
  await changeHtml(page, path, (html) =>
    html.replace(/("open_screens":\[)([^\]]*)\]/, (_, start: string, names: string) => {
      const open = names.split(',').filter((name) => name !== `"${screen}"`);
      return `${start}${open.join(',')}]`;
    }),
  );
}

export async function requirePassword(page: Page): Promise<void> {
  await changeHtml(page, '/miniflix', (html) =>
    html.replace('"pwd_status":"0"', '"pwd_status":"1"'),
  );
}
