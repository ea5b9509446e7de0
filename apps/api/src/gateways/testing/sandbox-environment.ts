import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../../../sandbox/src/sandbox.ts';
import { createPayermaxGateway } from '../payermax/gateway.ts';
import { createPaypalGateway, type PaypalOptions } from '../paypal/gateway.ts';
import type { Gateway, GatewayAttempt, Notification } from '../port.ts';
import { attemptOf } from './data.ts';

export const ROOT = path.join(import.meta.dirname, '../../../../..');

export type Webhook = {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
};

export type SandboxEnvironment = {
  readonly url: string;
  /** The address for the gateways' webhooks. */
  readonly shopUrl: string;
  readonly payermax: Gateway;
  readonly paypal: Gateway;
  readonly paypalOptions: PaypalOptions;
  readonly webhooks: readonly Webhook[];
  readonly post: (to: string, body: object) => Promise<unknown>;
  readonly newAttempt: () => GatewayAttempt;
  /** The verified webhook with the payment's result. */
  readonly notificationAbout: (gateway: Gateway, attemptId: string) => Promise<Notification>;
  readonly stop: () => Promise<void>;
};

/** Longer than any pause of a test: a connection closed during a write loses data. */
const KEEP_ALIVE_MS = 120_000;

/** Both gateways over HTTP against the sandbox, with a shop that only records webhooks. */
export async function openSandboxEnvironment(): Promise<SandboxEnvironment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gateways-sandbox-'));
  const webhooks: Webhook[] = [];
  const shop = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const to = request.url ?? '';
      webhooks.push({ path: to, body: Buffer.concat(chunks), headers: request.headers });
      const { ack } = to.endsWith('payermax') ? payermax : paypal;
      response.writeHead(200, { 'content-type': ack.contentType }).end(ack.body);
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    catalogueDir: path.join(ROOT, 'catalogue'),
    shopUrl,
    timeScale: 1_000,
  });
  const payermax = createPayermaxGateway({
    base: `${sandbox.url}/payermax`,
    appId: 'testapp0000000000000000000000001',
    merchantNo: 'TEST010000000001',
    privateKeyPem: keyFile('payermax-merchant.private.pem'),
    publicKeyPem: keyFile('payermax-platform.public.pem'),
  });
  const paypalOptions: PaypalOptions = {
    base: `${sandbox.url}/paypal`,
    clientId: 'sandbox-client',
    secret: 'sandbox-secret',
    webhookId: '1JE42910TEST0001A',
    certOrigins: [sandbox.url],
    certRootPem: keyFile('paypal-root-ca.pem'),
    certCn: 'messageverificationcerts.test.invalid',
    merchantId: 'TESTSHPA22222',
  };
  const paypal = createPaypalGateway(paypalOptions);
  let orders = 0;
  return {
    url: sandbox.url,
    shopUrl,
    payermax,
    paypal,
    paypalOptions,
    webhooks,
    post: async (to, body) => {
      const answer = await fetch(`${sandbox.url}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.json();
    },
    newAttempt: () => {
      orders += 1;
      const orderId = String(orders).padStart(20, '0');
      return attemptOf({ id: `A${orderId}_1`, orderId });
    },
    notificationAbout: (gateway, attemptId) => notificationAbout(webhooks, gateway, attemptId),
    stop: async () => {
      await sandbox.stop();
      shop.closeAllConnections();
      shop.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function keyFile(name: string): string {
  return readFileSync(path.join(ROOT, 'apps/api/sandbox-keys', name), 'utf8');
}

async function notificationAbout(
  webhooks: readonly Webhook[],
  gateway: Gateway,
  attemptId: string,
): Promise<Notification> {
  const until = Date.now() + 8_000;
  for (;;) {
    for (const { path: to, body, headers } of webhooks) {
      if (!to.endsWith(gateway.provider)) continue;
      const received = await gateway.verifyNotification(body, headers);
      if (received.kind !== 'verified') throw new Error(received.why);
      const { notification } = received;
      const isPayment = notification.result !== null && notification.result.kind !== 'approved';
      if (notification.attemptId === attemptId && isPayment) return notification;
    }
    if (Date.now() > until) throw new Error(`no webhook about ${attemptId}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
