import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Helper = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts a bench server in its own process with `settings`. @returns its port */
export async function startHelper(script: string, settings: object): Promise<Helper> {
  const child = fork(path.join(import.meta.dirname, script));
  const ended = once(child, 'exit');
  child.send(settings);
  const said: readonly unknown[] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${script} did not start`);
    }),
  ]);
  const port = Number(said[0]);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
