import path from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import {
  CheckoutPaymentIntent,
  Client,
  Environment,
  OAuthAuthorizationController,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Order,
} from '@paypal/paypal-server-sdk';
import { faultsOf } from '../../apps/api/src/gateways/testing/paypal-documents.ts';
import {
  recordingHandler,
  type Recorded,
} from '../../apps/api/src/gateways/testing/recording-proxy.ts';
import { startSandbox } from '../../apps/sandbox/src/sandbox.ts';
import { makeTestRoot, type Certified } from './test-root.ts';

export type SdkCall = {
  readonly call: string;
  readonly said: string;
  /** Differences from PayPal's documents; empty when there are none. */
  readonly differences: readonly string[];
};

const HOST = 'api-m.sandbox.paypal.com';
const INVOICE = 'Asdk0000000000000000_1';
const PRICE = { currencyCode: 'USD', value: '19.99' };

/**
 * Drives PayPal's unchanged server SDK: its proxy option leads to a TLS server of that name.
 * Compares each call and answer with PayPal's documents.
 */
export async function driveSdk(): Promise<readonly SdkCall[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paypal-sdk-'));
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    catalogueDir: path.join(import.meta.dirname, '../../catalogue'),
    // No shop listens: notifications are not tested here.
    shopUrl: 'http://127.0.0.1:9',
    timeScale: 1_000,
  });
  const trusted = getCACertificates('default');
  const { root, leaf } = makeTestRoot(HOST);
  const recorded: Recorded[] = [];
  const front = await openTlsFront(HOST, leaf, recordingHandler(`${sandbox.url}/paypal`, recorded));
  setDefaultCACertificates([...trusted, root]);
  try {
    return await fiveCalls(front.proxyUrl, sandbox.url, recorded);
  } finally {
    setDefaultCACertificates(trusted);
    front.stop();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fiveCalls(proxyUrl: string, sandboxUrl: string, recorded: readonly Recorded[]) {
  const credentials = { oAuthClientId: 'sandbox-client', oAuthClientSecret: 'sandbox-secret' };
  const client = new Client({
    environment: Environment.Sandbox,
    clientCredentialsAuthCredentials: credentials,
    httpClientOptions: { timeout: 60_000, proxySettings: { address: proxyUrl } },
  });
  const orders = new OrdersController(client);
  const payments = new PaymentsController(client);
  const done: SdkCall[] = [];
  const note = (call: string, said: string, wanted: Differences): void => {
    const wrong = Object.entries(wanted).flatMap(([name, [got, want]]) =>
      got === want ? [] : [`${name} is ${JSON.stringify(got)}, not ${JSON.stringify(want)}`],
    );
    done.push({ call, said, differences: wrong });
  };

  const basic = Buffer.from(
    `${credentials.oAuthClientId}:${credentials.oAuthClientSecret}`,
  ).toString('base64');
  const token = await new OAuthAuthorizationController(client).requestToken({
    authorization: `Basic ${basic}`,
  });
  note('token', `${token.result.tokenType}, ${token.result.expiresIn} s`, {
    type: [token.result.tokenType, 'Bearer'],
    hasToken: [token.result.accessToken.length > 20, true],
    lives: [Number(token.result.expiresIn) > 3_600, true],
  });

  const created = await orders.createOrder(orderOf());
  const id = created.result.id ?? '';
  note('create order', `${created.statusCode} ${created.result.status}`, {
    status: [created.result.status, 'PAYER_ACTION_REQUIRED'],
    invoice: [created.result.purchaseUnits?.[0]?.invoiceId, INVOICE],
    approvable: [created.result.links?.some(({ rel }) => rel === 'payer-action'), true],
  });

  const got = await orders.getOrder({ id });
  note('get order', `${got.statusCode} ${got.result.status}`, {
    id: [got.result.id, id],
    amount: [amountOf(got.result), '19.99 USD'],
  });

  const approved = await fetch(`${sandboxUrl}/paypal/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: id }),
  });
  const captured = await orders.captureOrder({
    id,
    paypalRequestId: `cap-${INVOICE}-0`,
    prefer: 'return=representation',
  });
  const capture = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0];
  note('capture order', `${captured.statusCode} ${capture?.status}`, {
    approved: [approved.ok, true],
    order: [captured.result.status, 'COMPLETED'],
    capture: [capture?.status, 'COMPLETED'],
    invoice: [capture?.invoiceId, INVOICE],
    amount: [`${capture?.amount?.value} ${capture?.amount?.currencyCode}`, '19.99 USD'],
  });

  const refunded = await payments.refundCapturedPayment({
    captureId: capture?.id ?? '',
    paypalRequestId: `ref-${INVOICE}`,
    prefer: 'return=representation',
    body: { amount: { currencyCode: 'USD', value: '5.00' }, invoiceId: 'Rsdk_1' },
  });
  const { amount } = refunded.result;
  note('refund capture', `${refunded.statusCode} ${refunded.result.status}`, {
    status: [refunded.result.status, 'COMPLETED'],
    amount: [`${amount?.value} ${amount?.currencyCode}`, '5.00 USD'],
    invoice: [refunded.result.invoiceId, 'Rsdk_1'],
  });

  const faults = recorded.flatMap(faultsOf);
  return [
    ...done,
    {
      call: `${recorded.length} exchanges against PayPal’s documents`,
      said: faults.length === 0 ? 'as documented' : 'different',
      differences: faults,
    },
  ];
}

type Differences = Readonly<Record<string, readonly [got: unknown, want: unknown]>>;

function orderOf(): Parameters<OrdersController['createOrder']>[0] {
  return {
    paypalRequestId: `ord-${INVOICE}`,
    prefer: 'return=representation',
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [
        { referenceId: 'default', invoiceId: INVOICE, customId: 'sdk', amount: PRICE },
      ],
      paymentSource: {
        paypal: {
          experienceContext: {
            userAction: PaypalExperienceUserAction.PayNow,
            shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
            returnUrl: 'https://shop.example/back',
            cancelUrl: 'https://shop.example/back',
          },
        },
      },
    },
  };
}

function amountOf(order: Order): string {
  const amount = order.purchaseUnits?.[0]?.amount;
  return `${amount?.value} ${amount?.currencyCode}`;
}

/** A proxy: `CONNECT host:443` leads to a local TLS server of that host and nowhere else. */
async function openTlsFront(host: string, leaf: Certified, serve: RequestListener) {
  const front = createHttps({ cert: leaf.cert, key: leaf.key }, serve);
  const frontPort = await listen(front);
  const proxy = createHttp((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request, client, head) => {
    if (request.url !== `${host}:443`) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const inside = connect(frontPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      inside.write(head);
      inside.pipe(client);
      client.pipe(inside);
    });
    inside.on('error', () => client.destroy());
    client.on('error', () => inside.destroy());
    client.on('close', () => inside.destroy());
  });
  const proxyPort = await listen(proxy);
  return {
    proxyUrl: `http://127.0.0.1:${proxyPort}`,
    stop: () => {
      for (const each of [proxy, front]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server is an AddressInfo.
  return (server.address() as AddressInfo).port;
}
