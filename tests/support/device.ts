import { encodeCall } from '@webpay/contract/client';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import * as v from 'valibot';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { MINIFLIX } from './shopper.ts';

const envelope = v.object({ code: v.number(), result: v.unknown() });
const captcha = v.object({ result: v.object({ v_code_md5: v.string() }) });

export type Device = ReturnType<typeof createDevice>;

/** A browser of one network, which keeps the shop's cookies. @param offsetMs of the shop's clock */
export function createDevice(url: string, address: string, offsetMs: () => number) {
  const cookies = new Map<string, string>();
  const set: string[] = [];
  const cookie = (): string => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const take = (lines: readonly string[]): void => {
    for (const line of lines) {
      set.push(line);
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  };
  const send = async (name: CallName, fields: Readonly<Record<string, string>>) => {
    const common = {
      game_id: MINIFLIX.gameId,
      lang: 'en',
      timestamp: String(Date.now() + offsetMs()),
      website_code: MINIFLIX.websiteCode,
    };
    const response = await fetch(url + CALL_PATHS[name].path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': address,
        cookie: cookie(),
      },
      body: encodeCall(common, fields, DEFAULT_SIGN_SECRET),
    });
    take(response.headers.getSetCookie());
    const answer: unknown = await response.json();
    return answer;
  };
  return {
    call: async (name: CallName, fields: Readonly<Record<string, string>>) =>
      v.parse(envelope, await send(name, fields)),
    /** The handle of a new picture. */
    picture: async () => v.parse(captcha, await send('captcha', {})).result.v_code_md5,
    cookies,
    /** The header that carries the cookies. */
    cookie,
    /** Keeps the cookies of an answer. @param lines its Set-Cookie headers */
    take,
    /** Every Set-Cookie so far. */
    set,
  };
}
