import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodeCall } from '@webpay/contract/client';
import { CALL_PATHS } from '@webpay/contract/paths';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { createShopper } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

type Sent = { readonly encoding: string | undefined; readonly bytes: Buffer };

/** A signed call with a header that fetch does not allow. */
function ask(body: string, acceptEncoding: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const url = new URL(CALL_PATHS.productLists.path, environment().url);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-encoding': acceptEncoding,
    };
    const asked = request(url, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('[C08] the goods list', () => {
  it('is compressed where the browser accepts it, with equal content', async () => {
    const shopper = await createShopper(environment());
    const fields = shopper.place;
    const common = {
      game_id: '20',
      lang: 'en',
      timestamp: String(Date.now()),
      website_code: 'miniflix',
      user_token: shopper.userToken,
    };
    const body = encodeCall(common, fields, DEFAULT_SIGN_SECRET);
    const plain = await ask(body, 'identity');
    const brotli = await ask(body, 'gzip, br');
    const gzip = await ask(body, 'gzip');
    expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3);
    const goodsOf = (text: Buffer): unknown => {
      const { result } = JSON.parse(text.toString('utf8')) as { result: unknown };
      return result;
    };
    expect(goodsOf(brotliDecompressSync(brotli.bytes))).toEqual(goodsOf(plain.bytes));
    expect(goodsOf(gunzipSync(gzip.bytes))).toEqual(goodsOf(plain.bytes));
  });
});
