import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import pg from 'pg';
import * as v from 'valibot';
import { listenForBench, settingsFromBench } from './helper-process.ts';
import { leastSession } from './least-session.ts';

/**
 * A minimal goods list: form parsing, md5 check, one prepared query for the session, the shop's
 * bytes. No limits, shapes, logs or error handling.
 */
const { databaseUrl, secret, answer } = v.parse(
  v.object({ databaseUrl: v.string(), secret: v.string(), answer: v.string() }),
  await settingsFromBench(),
);
const bytes = Buffer.from(answer);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(bytes.length),
};
// Same number of connections as the shop's server.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });

await listenForBench(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const token = signedToken(Buffer.concat(chunks).toString());
      if (token === null) {
        response.writeHead(400).end();
        return;
      }
      const hash = createHash('sha256').update(token).digest();
      pool
        .query({
          name: leastSession.name,
          text: leastSession.text,
          values: [hash, new Date()],
        })
        .then(
          ({ rows }) => {
            if (rows.length === 1) response.writeHead(200, headers).end(bytes);
            else response.writeHead(401).end();
          },
          () => response.writeHead(500).end(),
        );
    });
  }),
);

/** Session token of a form with a valid signature, else null. */
function signedToken(body: string): string | null {
  const { sign, ...fields } = parse(body);
  const text = Object.keys(fields)
    .sort()
    .map((key) => `${key}=${String(fields[key])}`)
    .join('&');
  const isRight =
    createHash('md5')
      .update(text + secret)
      .digest('hex') === sign;
  return isRight ? String(fields['user_token']) : null;
}
