import { writeFileSync } from 'node:fs';
import { StartError } from '../platform/start-error.ts';

/** What `--out FILE` asks for; without it, what a command makes is printed. @throws StartError where it cannot be written */
export function printOrKeep(made: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(made);
  else keep(made, file);
}

function keep(made: string, file: string): void {
  try {
    writeFileSync(file, made);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`--out ${file} cannot be written: ${why}.`, { cause: error });
  }
}
