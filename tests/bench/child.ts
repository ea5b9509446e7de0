import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Helper = { readonly url: string; readonly stop: () => Promise<void> };

/** A server of the bench in a process of its own; it is given `settings` and says its port when it listens. */
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
