import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** What Node says on its error output about a debugger that is wanted; nobody who reads it has anything to do about it. */
const NOTICE =
  /^(Debugger (listening|attached|ending)|Waiting for the debugger|For help, see: https:\/\/nodejs\.org)/;

/** Whether a process of this environment is made to be looked into. */
export function isInspectable(env: NodeJS.ProcessEnv): boolean {
  return env['NODE_OPTIONS']?.includes('--inspect-port') === true;
}

/** Passes on all that a process says but those notices. */
export function tellWithoutNotices(said: Readable): void {
  createInterface({ input: said }).on('line', (line) => {
    if (!NOTICE.test(line)) console.error(line);
  });
}
