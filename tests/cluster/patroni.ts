import { setTimeout as pause } from 'node:timers/promises';
import { NODES, type Layout, type Node } from './layout.ts';

const ANSWER_MS = 1_000;

/** Asks Patroni of one machine. @returns the status of its answer; 0 without one */
export async function askPatroni({ port }: Layout, node: Node, place: string): Promise<number> {
  try {
    const url = `http://127.0.0.1:${port(`patroni${node}`)}${place}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Sends a command to Patroni of one machine. @returns the status and the text of its answer */
export async function tellPatroni(
  { port, secrets }: Layout,
  node: Node,
  method: 'POST' | 'PATCH',
  place: string,
  body: object,
): Promise<{ readonly status: number; readonly said: string }> {
  const login = Buffer.from(`patroni:${secrets.rest}`).toString('base64');
  const response = await fetch(`http://127.0.0.1:${port(`patroni${node}`)}${place}`, {
    method,
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, said: await response.text() };
}

/** The first machine that answers a place with 200; null: none does. */
async function firstWith(layout: Layout, place: string): Promise<Node | null> {
  const answers = await Promise.all(NODES.map((n) => askPatroni(layout, n, place)));
  return NODES.find((_, index) => answers[index] === 200) ?? null;
}

export const primaryOf = (layout: Layout): Promise<Node | null> => firstWith(layout, '/primary');
export const standbyOf = (layout: Layout): Promise<Node | null> =>
  firstWith(layout, '/synchronous');

/** Whether one machine is primary, one its synchronous standby, and the third runs. */
export async function isWhole(layout: Layout): Promise<boolean> {
  const healthy = await Promise.all(NODES.map((n) => askPatroni(layout, n, '/health')));
  if (!healthy.every((status) => status === 200)) return false;
  return (await primaryOf(layout)) !== null && (await standbyOf(layout)) !== null;
}

/** Polls until `look` finds something. @throws Error that names `what` after `withinMs` */
export async function found<T>(
  what: string,
  look: () => Promise<T | null | false>,
  withinMs: number,
  everyMs = 100,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (performance.now() > end) throw new Error(`${what}: not within ${withinMs / 1_000} s`);
    await pause(everyMs);
  }
}
