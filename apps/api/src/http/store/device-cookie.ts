import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { readDevice, type Device } from '../../domain/access/device.ts';
import { cookiesOf } from '../cookies.ts';

/** As long as browsers keep a cookie. */
const LIFE_S = 400 * 86_400;

/**
 * The device of a call. Its cookie goes to the shop's own calls only, and no script reads it.
 * @param kind confirmed: by a code of the in-game mail, for saved cards
 */
export function deviceOf(
  ctx: Pick<Ctx, 'config' | 'orderTokenKey' | 'randomBytes'>,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'device' | 'confirmed' = 'device',
): Device {
  const isSecure = ctx.config.publicUrl.startsWith('https:');
  const name = isSecure ? `__Secure-${kind}` : kind;
  const cookie = cookiesOf(request.headers.cookie ?? '').get(name);
  const save = (value: string) => {
    const secure = isSecure ? '; Secure' : '';
    void reply.header(
      'set-cookie',
      `${name}=${value}; Path=/api; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${secure}`,
    );
  };
  return readDevice(ctx, cookie, save, kind);
}
