import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaviour of a game: no answer, "maintenance", or acceptance. */
export type Mood = 'hangs' | 'maintenance' | 'gives';

export type PlayedGame = Awaited<ReturnType<typeof playGame>>;

const SAYS: Readonly<Record<Exclude<Mood, 'hangs'>, string>> = {
  maintenance: '{"code":503,"result":null}',
  gives: '{"code":200,"result":{"mail_id":"M1"}}',
};

/** Exceeds any pause of a test: a connection that closes during a write loses the request. */
const KEEP_ALIVE_MS = 120_000;

/** A simulated game of one test: the sandbox's games share their faults. */
export async function playGame(first: Mood) {
  let mood = first;
  let all = 0;
  let mostAtOnce = 0;
  const open = new Set<ServerResponse>();
  const answer = (response: ServerResponse): void => {
    if (mood === 'hangs') return;
    open.delete(response);
    response.setHeader('content-type', 'application/json');
    response.end(SAYS[mood]);
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    request.resume();
    all += 1;
    open.add(response);
    mostAtOnce = Math.max(mostAtOnce, open.size);
    response.on('close', () => open.delete(response));
    request.on('end', () => answer(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => ({ all, mostAtOnce }),
    /** Applies to calls that hang, too. */
    become: (next: Mood) => {
      mood = next;
      for (const response of open) answer(response);
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** Writes a GAMES_FILE that leads one game to a simulated one and the others to the sandbox. */
export async function gamesFile(
  path: string,
  gameId: string,
  url: string,
  key = 'played',
): Promise<string> {
  await writeFile(path, JSON.stringify({ [gameId]: { address: url, key } }));
  return path;
}
