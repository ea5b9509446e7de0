import { userInfo } from 'node:os';
import { readName } from '../domain/operators/rules.ts';
import { StartError } from '../platform/start-error.ts';

/** The person who runs a command, for the audit log: `--by`, or the machine's user. @throws StartError */
export function byOf(given: string | undefined): string {
  const name = readName(given ?? machineUser());
  if (name === null) throw new StartError('--by takes the name of a person.');
  return name;
}

function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `uid ${process.getuid?.() ?? 0}`;
  }
}
