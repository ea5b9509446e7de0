import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

/** A connection by WebDriver BiDi (W3C): commands as JSON over a WebSocket, each answered under its number. */
export type Bidi = {
  send<S extends v.GenericSchema>(
    method: string,
    params: object,
    shape: S,
  ): Promise<v.InferOutput<S>>;
  close(): void;
};

const answer = v.object({
  id: v.optional(v.nullable(v.number())),
  type: v.string(),
  result: v.optional(v.unknown()),
  error: v.optional(v.string()),
  message: v.optional(v.string()),
});

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** @param address `ws://…/session`; asked until the browser listens, at most so long */
export async function connectBidi(address: string, patienceMs = 60_000): Promise<Bidi> {
  const socket = await open(address, Date.now() + patienceMs);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = v.parse(answer, JSON.parse(String(data)));
    const asked = waiting.get(id ?? -1);
    if (!asked) return;
    waiting.delete(id ?? -1);
    if (type === 'success') asked.resolve(result);
    else asked.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'));
    waiting.clear();
  });
  return {
    send: async (method, params, shape) => {
      last += 1;
      const id = last;
      const result = await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
      return v.parse(shape, result);
    },
    close: () => socket.close(),
  };
}

async function open(address: string, deadline: number): Promise<WebSocket> {
  for (;;) {
    const socket = new WebSocket(address);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true), { once: true });
      socket.addEventListener('error', () => resolve(false), { once: true });
    });
    if (isOpen) return socket;
    if (Date.now() > deadline) throw new Error(`nobody listens at ${address}`);
    await sleep(200);
  }
}
