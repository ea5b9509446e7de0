import type { FastifyReply, FastifyRequest } from 'fastify';
import { VISIT_LIFE_MS } from '../../domain/operators/rules.ts';
import { cookiesOf } from '../cookies.ts';

export type ConsoleCookie = {
  /** "" where there is none. */
  read(request: FastifyRequest): string;
  keep(reply: FastifyReply, token: string): void;
  end(reply: FastifyReply): void;
};

/** No token is longer. A longer cookie is not looked up. */
const LONGEST_TOKEN = 200;

/** The cookie of an operator's session. The server ends sessions, so it has no age of its own: it ends with the browser. */
export function sessionCookie(consoleUrl: string): ConsoleCookie {
  return consoleCookie(consoleUrl, 'console', '');
}

/** Ties the answer of a company account's provider to the browser that went there. */
export function visitCookie(consoleUrl: string): ConsoleCookie {
  return consoleCookie(consoleUrl, 'console-visit', `; Max-Age=${VISIT_LIFE_MS / 1_000}`);
}

/** @param consoleUrl with https the cookie belongs to this host alone (`__Host-`); a sandbox over http cannot have that */
function consoleCookie(consoleUrl: string, plainName: string, age: string): ConsoleCookie {
  const isSecure = consoleUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const rest = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: ({ headers }) => {
      const token = cookiesOf(headers.cookie ?? '').get(name) ?? '';
      return token.length > LONGEST_TOKEN ? '' : token;
    },
    keep: (reply, token) => void reply.header('set-cookie', `${name}=${token}; ${rest}${age}`),
    end: (reply) => void reply.header('set-cookie', `${name}=; Max-Age=0; ${rest}`),
  };
}
