import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

const FILE = path.join(import.meta.dirname, '../../examples/game.mjs');
/** Exceeds any pause of a test: a connection that closes during a write loses the request. */
const KEEP_ALIVE_MS = 120_000;
export const EXAMPLE_KEY = 'the example’s key';

/** A call as the game heard it, and its answer; an answer may be changed to play a faulty game. */
export type Heard = { readonly call: string; readonly params: unknown };
export type Said = { readonly status: number; readonly text: string };
export type Fault = (heard: Heard, said: Said) => Said;

/** Runs examples/game.mjs with one character, behind a server that hears its calls. @param character `SERVER/ID` */
export async function startExampleGame(character: string) {
  const game = spawn(process.execPath, [FILE], {
    env: { PORT: '0', GAME_KEY: EXAMPLE_KEY, CHARACTER: character },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface(game.stdout);
  output.on('line', (line) => lines.push(line));
  const [first] = (await once(output, 'line')) as [string];
  const address = first.replace('game: ', '');
  const heard: Heard[] = [];
  let fault: Fault = (_heard, said) => said;
  const front = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void textOf(request).then(async (body) => {
      const call = (request.url ?? '').split('/').at(-1) ?? '';
      const answer = await fetch(`${address}/${call}`, {
        method: 'POST',
        body,
        headers: { 'x-signature': String(request.headers['x-signature'] ?? '') },
      });
      const params: unknown = JSON.parse(new URLSearchParams(body).get('params') ?? 'null');
      heard.push({ call, params });
      const said = fault({ call, params }, { status: answer.status, text: await answer.text() });
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.text);
    });
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  // A TCP server's address is never a string.
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard: heard as readonly Heard[],
    lines: lines as readonly string[],
    /** Changes every answer from now on; without a fault the example answers. */
    play: (next: Fault = (_heard, said) => said) => {
      fault = next;
    },
    async stop() {
      front.close();
      front.closeAllConnections();
      game.kill();
      await once(game, 'exit');
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
