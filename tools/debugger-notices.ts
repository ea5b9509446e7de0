import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Notices that Node writes to stderr about its debugger. */
const NOTICE =
  /^(Debugger (listening|attached|ending)|Waiting for the debugger|For help, see: https:\/\/nodejs\.org)/;

/** Reports whether the environment prepares a process for the debugger. */
export function isInspectable(env: NodeJS.ProcessEnv): boolean {
  return env['NODE_OPTIONS']?.includes('--inspect-port') === true;
}

/** Forwards all output except those notices. */
export function forwardWithoutNotices(said: Readable): void {
  createInterface({ input: said }).on('line', (line) => {
    if (!NOTICE.test(line)) console.error(line);
  });
}
