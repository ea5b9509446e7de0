import { openConnection } from './connection.ts';
import { FORM } from './player.ts';

export type Round = { readonly perSecond: number; readonly latenciesMs: readonly number[] };

export async function oneAnswer(url: string, path: string, body: string): Promise<string> {
  const connection = await openConnection(url);
  const answer = await connection.post(path, FORM, body);
  connection.close();
  return answer.body.toString();
}

/**
 * Repeats each body on its own connection until the time is over. @param bodies signed before, so
 * that only the server's work is measured
 */
export async function loadCall(
  url: string,
  path: string,
  bodies: readonly string[],
  forMs: number,
): Promise<Round> {
  const latenciesMs: number[] = [];
  const connections = await Promise.all(bodies.map(() => openConnection(url)));
  const startedAt = performance.now();
  const endsAt = startedAt + forMs;
  await Promise.all(
    connections.map(async (connection, index) => {
      const body = bodies[index] ?? '';
      let sentAt = performance.now();
      while (sentAt < endsAt) {
        const answer = await connection.post(path, FORM, body);
        const answeredAt = performance.now();
        if (!isGood(answer.body)) throw new Error(answer.body.toString().slice(0, 200));
        latenciesMs.push(answeredAt - sentAt);
        sentAt = answeredAt;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const connection of connections) connection.close();
  return { perSecond: latenciesMs.length / seconds, latenciesMs };
}

const GOOD_START = Buffer.from('{"code":200,');

function isGood(body: Buffer): boolean {
  return body.subarray(0, GOOD_START.length).equals(GOOD_START);
}
