import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesOf } from '../cookies.ts';

export type SessionCookie = {
  /** "" where there is none. */
  read(request: FastifyRequest): string;
  keep(reply: FastifyReply, token: string): void;
  end(reply: FastifyReply): void;
};

/** No token is longer. A longer cookie is not looked up. */
const LONGEST_TOKEN = 200;

/**
 * The cookie of an operator's session. The server ends sessions, so it has no age of its own: it ends with the browser.
 * @param consoleUrl with https the cookie belongs to this host alone (`__Host-`); a sandbox over http cannot have that
 */
export function sessionCookie(consoleUrl: string): SessionCookie {
  const isSecure = consoleUrl.startsWith('https:');
  const name = isSecure ? '__Host-console' : 'console';
  const rest = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: ({ headers }) => {
      const token = cookiesOf(headers.cookie ?? '').get(name) ?? '';
      return token.length > LONGEST_TOKEN ? '' : token;
    },
    keep: (reply, token) => void reply.header('set-cookie', `${name}=${token}; ${rest}`),
    end: (reply) => void reply.header('set-cookie', `${name}=; Max-Age=0; ${rest}`),
  };
}
