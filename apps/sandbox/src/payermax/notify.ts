import type { Ctx } from '../sandbox.ts';
import { createWebhooks, type Webhooks } from '../webhooks.ts';
import { signBytes } from '../sign.ts';
import { fieldsOf, parseJson } from '../shape.ts';
import { APP_ID, MERCHANT_NO } from './merchant.ts';

const SECOND_MS = 1_000;
const PAUSES_MS = [30, 300, 600, 3_600, 43_200].map((seconds) => seconds * SECOND_MS);

/** Notifications: at most six deliveries, each with a new date and signature. */
export function createNotifications(ctx: Ctx): Webhooks {
  return createWebhooks(ctx, {
    target: 'payermax',
    pausesMs: PAUSES_MS,
    dress: async (message) => {
      const { notifyType, code, msg, data } = fieldsOf(message);
      const body = Buffer.from(
        JSON.stringify({
          code,
          msg,
          keyVersion: '1',
          appId: APP_ID,
          merchantNo: MERCHANT_NO,
          notifyTime: new Date().toISOString(),
          notifyType,
          data,
        }),
      );
      return { body, headers: { sign: await signBytes(body, ctx.keys.payermaxPlatform) } };
    },
    isAck: (status, body) => {
      const { code, msg, ...others } = fieldsOf(parseJson(body));
      const isExact = code === 'SUCCESS' && msg === 'Success' && Object.keys(others).length === 0;
      return status === 200 && isExact;
    },
  });
}
