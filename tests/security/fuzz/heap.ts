import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../../../tools/ports.ts';

/** Memory and resources of a process after garbage collection. */
export type Held = {
  readonly heapMb: number;
  readonly rssMb: number;
  /** Active sockets, timers and files by kind. */
  readonly resources: Readonly<Record<string, number>>;
};

export type Looked = {
  look(): Promise<Held>;
  close(): void;
};

const OPEN_WITHIN_MS = 60_000;

/** A debugger port, and the environment with which a process opens it on SIGUSR1. */
export async function inspectable(): Promise<{
  readonly port: number;
  readonly env: { readonly NODE_OPTIONS: string };
}> {
  const [port = 0] = await freePorts(1);
  // Publishing over HTTP alone keeps the process's stderr clean.
  return {
    port,
    env: { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port} --inspect-publish-uid=http` },
  };
}

/** Opens the debugger of a process that was started with `inspectable`'s environment. */
export async function lookInto(pid: number, port: number): Promise<Looked> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerOf(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let calls = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    calls += 1;
    const id = calls;
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const said = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (said.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(said.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  return {
    look: async () => {
      // The second run collects objects released by finalisers.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      const told = await ask('Runtime.evaluate', { expression: EXPRESSION, returnByValue: true });
      return (told as { result: { value: Held } }).result.value;
    },
    close: () => socket.close(),
  };
}

const EXPRESSION = `(() => {
  const { heapUsed, rss } = process.memoryUsage();
  const resources = {};
  for (const each of process.getActiveResourcesInfo()) resources[each] = (resources[each] ?? 0) + 1;
  return { heapMb: heapUsed / 1e6, rssMb: rss / 1e6, resources };
})()`;

async function debuggerOf(port: number): Promise<string> {
  const end = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    try {
      const told = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      const [first] = told;
      if (first !== undefined) return first.webSocketDebuggerUrl;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(50);
  }
}
