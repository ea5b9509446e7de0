import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../platform/http-client/rsa.ts';
import { attemptOf, openInputOf, submitInputOf, testFile } from '../testing/data.ts';
import { json, type Heard } from '../testing/outside.ts';
import {
  accepted,
  openPayermax,
  platformSign,
  refusal,
  signed,
} from '../testing/payermax-platform.ts';

const KEYS = 'vectors/payermax/keys/TEST-ONLY-A-';
const text = (name: string) => testFile(`${KEYS}${name}`).toString('utf8');
/** The next pair of either side. */
const nextPrivatePem = text('stranger.private.pk8.pem');
const nextPublicPem = text('stranger.public.pem');
const publicKeys = {
  first: createPublicKey(text('merchant.public.pem')),
  second: createPublicKey(nextPublicPem),
};

const session = { clientKey: 'c', sessionKey: 's' };
const paid = {
  outTradeNo: attemptOf().id,
  tradeToken: 'T1',
  status: 'SUCCESS',
  totalAmount: 19.99,
  currency: 'USD',
};

const holdsUnder = (key: keyof typeof publicKeys, { body, headers }: Heard): boolean =>
  isSignedBy(body, headers.get('sign') ?? '', publicKeys[key]);
const versionOf = ({ body }: Heard) =>
  v.parse(v.object({ keyVersion: v.string() }), JSON.parse(body.toString())).keyVersion;

function openWithTwo(answer: (heard: Heard) => Response) {
  const uses: string[] = [];
  const opened = openPayermax(answer, {
    secondPrivateKeyPem: nextPrivatePem,
    secondKeyVersion: '2',
    secondPublicKeyPem: nextPublicPem,
    countSecondKey: (name) => uses.push(name),
  });
  return { ...opened, uses };
}

describe('PayerMax with two keys of ours', () => {
  it('is asked with the first key and its version (14.6)', async () => {
    const { gateway, heard, uses } = openWithTwo(() => accepted(session));
    expect(await gateway.open(openInputOf())).toMatchObject({ kind: 'session' });
    expect(heard.map(versionOf)).toEqual(['1']);
    expect(heard.every((each) => holdsUnder('first', each))).toBe(true);
    expect(uses).toEqual([]);
  });

  it('is asked again with the second where it refuses the first, and from then on at once (14.6)', async () => {
    const { gateway, heard, uses } = openWithTwo((each) =>
      holdsUnder('second', each) ? accepted(paid) : refusal('SIGN_VERIFY_FAILED'),
    );
    const attempt = attemptOf();
    expect(await gateway.submit(submitInputOf({ attempt }))).toMatchObject({ kind: 'paid' });
    expect(heard.map(versionOf)).toEqual(['1', '2']);
    expect(await gateway.query(attempt)).toMatchObject({ kind: 'paid' });
    expect(heard.map(versionOf)).toEqual(['1', '2', '2']);
    expect(uses).toEqual(['PAYERMAX_PRIVATE_KEY_FILE', 'PAYERMAX_PRIVATE_KEY_FILE']);
  });

  it('refuses access when it takes neither key, after one call with each (14.6)', async () => {
    const { gateway, heard } = openWithTwo(() => refusal('SIGN_VERIFY_FAILED'));
    const result = await gateway.submit(submitInputOf());
    expect(result).toMatchObject({ kind: 'refused', cause: 'access' });
    expect(heard).toHaveLength(2);
  });

  it('leaves a payment unknown when an unsigned refusal comes before a signed one (14.6)', async () => {
    const forged = () => json(200, { code: 'SIGN_VERIFY_FAILED', msg: 'no' });
    const { gateway } = openWithTwo((each) =>
      holdsUnder('second', each) ? refusal('PAYMENT_FAILED') : forged(),
    );
    expect(await gateway.submit(submitInputOf())).toMatchObject({ kind: 'indeterminate' });
  });
});

describe('two keys of PayerMax', () => {
  const nextSign = (bytes: Buffer): string =>
    sign('RSA-SHA256', bytes, createPrivateKey(nextPrivatePem)).toString('base64');
  const { gateway, uses } = openWithTwo(() => signed('{}'));

  it.each([
    ['1', platformSign, 0],
    ['2', nextSign, 1],
    // PayerMax documents no other number than 1.
    ['1', nextSign, 1],
  ])('verify a notification of keyVersion %s (14.6): case %#', async (keyVersion, signWith, n) => {
    uses.length = 0;
    const body = Buffer.from(JSON.stringify({ keyVersion, notifyType: 'PAYMENT', data: paid }));
    const received = await gateway.verifyNotification(body, { sign: signWith(body) });
    expect(received.kind).toBe('verified');
    expect(uses).toHaveLength(n);
  });

  it('verify an answer under either (14.6)', async () => {
    const answer = JSON.stringify({ code: 'APPLY_SUCCESS', msg: 'Success.', data: session });
    const opened = openWithTwo(() => json(200, answer, { sign: nextSign(Buffer.from(answer)) }));
    expect(await opened.gateway.open(openInputOf())).toMatchObject({ kind: 'session' });
    expect(opened.uses).toEqual(['PAYERMAX_PUBLIC_KEY_FILE']);
  });

  it('refuse a third (14.6)', async () => {
    const body = Buffer.from(JSON.stringify({ notifyType: 'PAYMENT', data: paid }));
    const stranger = createPrivateKey(text('merchant.private.pk8.pem'));
    const signature = sign('RSA-SHA256', body, stranger).toString('base64');
    const received = await gateway.verifyNotification(body, { sign: signature });
    expect(received.kind).toBe('bad_signature');
  });
});
