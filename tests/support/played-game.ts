import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a game meets its mails: it answers nothing, says "maintenance", or gives them. */
export type Mood = 'hangs' | 'maintenance' | 'gives';

export type PlayedGame = {
  readonly url: string;
  /** Calls that were begun, and the most that stood side by side. */
  calls(): { readonly all: number; readonly mostAtOnce: number };
  /** From now on, for those that hang too. */
  become(mood: Mood): void;
  stop(): Promise<void>;
};

const SAYS: Readonly<Record<Exclude<Mood, 'hangs'>, string>> = {
  maintenance: '{"code":503,"result":null}',
  gives: '{"code":200,"result":{"mail_id":"M1"}}',
};

/** Longer than a test stands still: a line that is closed while somebody writes to it loses what was written. */
const KEEP_ALIVE_MS = 120_000;

/** A game of a test's own: the sandbox's are all well or all ill together. */
export async function playGame(first: Mood): Promise<PlayedGame> {
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
    become: (next) => {
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

/** GAMES_FILE that leads one game to a played one; the sandbox has the others. */
export async function gamesFile(path: string, gameId: string, url: string): Promise<string> {
  await writeFile(path, JSON.stringify({ [gameId]: { address: url, key: 'played' } }));
  return path;
}
