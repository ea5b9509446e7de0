import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { consoleLinks, type ConsoleLink } from './console-links.ts';
import { startShop, type Shop } from './shop.ts';
import { isSecondPress } from './ending.ts';

/** `npm start`: the whole shop in the foreground until Ctrl-C or SIGTERM. */

let shop: Shop | undefined;
let stopping = false;
let stoppedAt = 0;

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// The terminal was closed.
process.on('SIGHUP', stop);

const log = (line: string): void => console.log(line);

try {
  refuseOptions();
  shop = await startShop({ env: process.env, log });
  // A signal may have arrived during the start.
  if (stopping) await end(shop);
  else log(welcome(shop, await consoleLinks(shop)));
} catch (error) {
  if (stopping) process.exit(0);
  exitWithMessage(error);
}

function stop(): void {
  if (stopping) {
    if (isSecondPress(stoppedAt, performance.now())) {
      console.error('Already stopping; what still runs is given 10 seconds to finish.');
    }
    return;
  }
  stopping = true;
  stoppedAt = performance.now();
  log('\nStopping: finishing what runs, then the database.');
  if (shop) void end(shop);
}

async function end(running: Shop): Promise<void> {
  try {
    await running.stop();
    log('Stopped.');
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

function welcome({ config }: Shop, links: readonly ConsoleLink[]): string {
  const lines = [
    ['shop', `${config.publicUrl}/miniflix  (also /poi_mbo /vp_mbo /cgg /dr2 /dr2_mpt)`],
    ['mirrors', config.mirrorPorts.map((port) => `http://localhost:${port}`).join(' ')],
    ['sandbox', config.sandboxUrl === null ? '' : `${config.sandboxUrl}/  (the mailbox)`],
    [
      'console',
      `${config.consoleUrl}/${links.length === 0 ? '' : '  (each of these signs in once)'}`,
    ],
    ['preview', config.previewUrl === null ? '' : `${config.previewUrl}  (links of the console)`],
    ...links.map(({ role, address }) => ['', `${role.padEnd(9)}${address}`]),
    ['metrics', `http://localhost:${config.metricsPort}/metrics`],
    ['database', config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'DATABASE_URL'],
    ['logs', `${config.dataDir}/logs`],
  ].filter(([, text]) => text !== '');
  const table = lines.map(([name = '', text = '']) => `  ${name.padEnd(10)}${text}`).join('\n');
  const hint =
    config.sandboxUrl === null
      ? ''
      : `\nThis is a sandbox: payments are play money, and its keys are published. A real shop needs WEBPAY_MODE=production.\nTry it: open ${config.publicUrl}/miniflix in a phone-sized window, take any server and character 12345678, pay a pack with card 4111 1111 1111 1111, any future date and any code, then read the mail at ${config.sandboxUrl}/\n`;
  return `\nWebPay is open.\n\n${table}\n${hint}\nCtrl-C stops all of it.`;
}
