import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../apps/api/src/platform/start-error.ts';

export type NamedPort = {
  readonly name: string;
  readonly port: number;
  /** The variable with the address it listens on; `HOST` by default. */
  readonly hostName?: string;
};

/** A killed shop needs a moment to release its ports. */
const TIMEOUT_MS = 3_000;

/** Checks every port before anything starts. Throws StartError with all that cannot be opened. */
export async function refuseTakenPorts(
  ports: readonly NamedPort[],
  host: string,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const codes = await Promise.all(ports.map(({ port }) => troubleOf(port, host)));
    const closed = ports.flatMap((each, index) => {
      const code = codes[index] ?? null;
      return code === null ? [] : [{ ...each, code }];
    });
    if (closed.length === 0) return;
    const isFinal = closed.some(({ code }) => code !== 'EADDRINUSE') || Date.now() > deadline;
    if (isFinal)
      throw new StartError([...new Set(closed.map((each) => sentence(each, host)))].join('\n'));
    await sleep(200);
  }
}

function sentence(
  { name, port, code, hostName = 'HOST' }: NamedPort & { code: string },
  host: string,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${name}) is taken by another program: stop that program, or set ${name} to another port.`;
    case 'EACCES':
      return `Port ${port} (${name}) may not be opened by this user: set ${name} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostName} is ${host}, which is not an address of this machine: set it to 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Port ${port} (${name}) cannot be opened on ${host} (${code}).`;
  }
}

async function troubleOf(port: number, host: string): Promise<string | null> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', (error) => {
      resolve('code' in error && typeof error.code === 'string' ? error.code : error.message);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/** Below the range of outgoing connections, above all ports that browsers block. */
const FIRST_FREE = 12_000;
const PAST_FREE = 32_000;

/** Free ports, each reserved for this process's lifetime, even while nothing listens on it. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = FIRST_FREE + Math.floor(Math.random() * (PAST_FREE - FIRST_FREE));
    if ((await reserve(port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/**
 * The UDP port of the same number, unused otherwise, is the reservation; the system releases it
 * when the process ends.
 */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket('udp4');
  return new Promise((resolve) => {
    mark.once('error', () => resolve(false));
    mark.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      mark.unref();
      resolve(true);
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  return (await troubleOf(port, '127.0.0.1')) === null;
}
