import type { Socket } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { createFaults, serveFaults, type Faults } from './faults.ts';
import { createMailbox, type Mailbox } from './game/mailbox.ts';
import { serveAccessLink } from './game/access-link.ts';
import { serveGame } from './game/gateway.ts';
import { createNotices, type Notices } from './game/notices.ts';
import { serveMailbox } from './game/mailbox-page.ts';
import { createSilences, keepRawBodies, type Silences } from './http.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createKeys, serveKeys, type LiveKeys } from './keys.ts';
import { createPayermax, type Payermax } from './payermax/payermax.ts';
import { servePayermax } from './payermax/serve.ts';
import { createPaypal, type Paypal } from './paypal/paypal.ts';
import { servePaypal } from './paypal/serve.ts';
import { serveFiles } from './files.ts';
import { serveStatement } from './statement.ts';
import { createStore, type Store } from './store.ts';

export type SandboxOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly catalogueDir: string;
  /** The shop's address: notifications go to `/webhooks/…` below it unless a call names another. */
  readonly shopUrl: string;
  readonly paypalWebhookUrl?: string;
  /** Address for browsers and the shop; by default the address listened on. */
  readonly publicUrl?: string;
  /** Factor by which retry schedules run faster than the gateways' own. */
  readonly timeScale: number;
  /** As root, the process of its own changes to this user. */
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined;
};

/** Context of every part of the sandbox, passed as the first argument. */
export type Ctx = {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly faults: Faults;
  readonly silences: Silences;
  readonly keys: LiveKeys;
  readonly catalogue: Catalogue;
  readonly shopUrl: string;
  readonly paypalWebhookUrl: string;
  readonly timeScale: number;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
};

export type Sandbox = { readonly url: string; readonly stop: () => Promise<void> };

export type Houses = {
  readonly mailbox: Mailbox;
  readonly notices: Notices;
  readonly payermax: Payermax;
  readonly paypal: Paypal;
};

const BODY_LIMIT_BYTES = 256 * 1024;

/** Starts the sandbox: replays its log, then listens. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = createStore(join(options.dataDir, 'sandbox', 'world.jsonl'));
  const jobs = createJobs(store, (error) => console.error('sandbox: a job failed', error));
  const silences = createSilences();
  let url = '';
  const ctx: Ctx = {
    store,
    jobs,
    silences,
    faults: createFaults(store),
    keys: createKeys(store),
    catalogue: readCatalogue(options.catalogueDir),
    shopUrl: options.shopUrl,
    paypalWebhookUrl: options.paypalWebhookUrl ?? `${options.shopUrl}/webhooks/paypal`,
    timeScale: options.timeScale,
    publicUrl: () => options.publicUrl ?? url,
  };
  const houses: Houses = {
    mailbox: createMailbox(store),
    notices: createNotices(store),
    payermax: createPayermax(ctx),
    paypal: createPaypal(ctx),
  };
  store.open();

  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: 'idle' });
  keepRawBodies(app);
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  serveAll(app, ctx, houses);
  url = await app.listen({ port: options.port, host: options.host });
  jobs.start();

  return {
    url,
    stop: async () => {
      silences.end();
      // Node keeps connections that have sent nothing yet, such as a client's spare ones, for a minute.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      await app.close();
      await jobs.stop();
      store.close();
    },
  };
}

function serveAll(app: FastifyInstance, ctx: Ctx, houses: Houses): void {
  serveGame(app, ctx, houses.mailbox, houses.notices);
  serveAccessLink(app, ctx);
  serveMailbox(app, ctx, houses.mailbox, houses.notices);
  servePayermax(app, houses.payermax);
  servePaypal(app, houses.paypal);
  serveFaults(app, ctx.faults);
  serveKeys(app, ctx.keys);
  serveStatement(app, houses);
  serveFiles(app);
}
