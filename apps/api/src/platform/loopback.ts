import { isIP } from 'node:net';

/** Whether a host, as `URL.hostname` or HOST writes it, is this machine alone. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.+)\]$/, '$1').toLowerCase();
  switch (isIP(plain)) {
    case 4:
      return plain.startsWith('127.');
    case 6:
      return /^(?:::1|::ffff:(?:127\.[\d.]+|7f[\da-f]{2}:[\da-f]{1,4}))$/.test(plain);
    default:
      return /^(?:[a-z\d.-]+\.)?localhost$/.test(plain);
  }
}

/** The address of ports that have a sandbox's controls: never another one than this machine's. */
export function loopbackOf(host: string): string {
  return isLoopback(host) ? host : '127.0.0.1';
}
