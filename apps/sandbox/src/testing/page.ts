import { type BrowserContext, chromium } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BROWSER_FLAGS, installedBrowser } from '../../../../tests/support/chromium.ts';

export type ShopPage = Awaited<ReturnType<typeof openShopPage>>;

export async function openShopPage(sandboxUrl: string) {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}`,
    "style-src 'self'",
    `frame-src ${sandboxUrl}`,
    `connect-src 'self' ${sandboxUrl}`,
  ].join('; ');
  const html = `<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="viewport" content="width=device-width,initial-scale=1"></head>
<body><main><h1>Checkout</h1><div id="card"></div><button id="go">Pay</button><div id="wallet"></div></main>
<script src="${sandboxUrl}/payermax/dropin.js"></script>
<script src="${sandboxUrl}/paypal/sdk/js?client-id=sandbox-client&amp;currency=USD"></script></body></html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const executablePath = installedBrowser();
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath === null ? {} : { executablePath }),
  });
  return {
    url,
    context: async () => {
      const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
      // Allows for a busy machine.
      context.setDefaultTimeout(120_000);
      return context;
    },
    open: async (context: BrowserContext, query = '') => {
      const page = await context.newPage();
      await page.goto(`${url}/checkout${query}`);
      return page;
    },
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
