import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { recordingHandler } from '../../apps/api/src/gateways/testing/recording-proxy.ts';

/** A gateway's refusal of one call. */
export type Refused = { readonly status: number; readonly body: object };
type Fields = Readonly<Record<string, unknown>>;
/** Decides about one call. @param data its body, for PayerMax the `data` of its envelope */
export type Refuse = (path: string, data: Fields) => Refused | null;

const KEY = path.join(import.meta.dirname, '../../apps/sandbox/keys/payermax-platform.private.pem');
/** Exceeds any pause of a test: a connection that closes during a write loses the request. */
const KEEP_ALIVE_MS = 120_000;
const platformKey = createPrivateKey(readFileSync(KEY));

/** A refusal as PayerMax says it. */
export const payermaxSays = (code: string): Refused => ({
  status: 200,
  body: { code, msg: code, data: null },
});

/** Stands between a shop and its sandbox, and refuses the calls that a test names. */
export async function refusingGateway() {
  let target = '';
  let refuse: Refuse = () => null;
  const refused: string[] = [];
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const ownAnswer = (place: string, body: Buffer) => {
      const found = refuse(place, dataOf(body));
      if (found === null) return null;
      refused.push(place);
      const answer = Buffer.from(JSON.stringify(found.body));
      const signature = sign('RSA-SHA256', answer, platformKey).toString('base64');
      const headers = { 'content-type': 'application/json', sign: signature };
      return { status: found.status, body: answer, headers };
    };
    recordingHandler(target, [], { ownAnswer })(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // Verified by `listen`: a server with a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Paths of the refused calls, in order. */
    refused,
    /** Names the sandbox, once its address is known. */
    aim: (sandboxUrl: string) => {
      target = sandboxUrl;
    },
    refuse: (next: Refuse) => {
      refuse = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function dataOf(body: Buffer): Fields {
  try {
    // Verified by the shop under test, which sends objects or a form.
    const parsed = JSON.parse(body.toString()) as Record<string, unknown>;
    return (parsed['data'] as Fields | undefined) ?? parsed;
  } catch {
    return {};
  }
}
