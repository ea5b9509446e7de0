import { createPrivateKey, createSign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPaypalVectors, testFile } from '../testing/data.ts';
import { json, type Heard, type Play } from '../testing/outside.ts';
import { openPaypal } from '../testing/paypal-fake.ts';

const { vectors, webhookId } = readPaypalVectors();
const [good] = vectors;
if (good === undefined) throw new Error('no vectors');
const goodBody = testFile('vectors/paypal', good.bodyFile);

const CERTS = 'https://api.sandbox.paypal.com/v1/notifications/certs';
const MINUTE_MS = 60_000;
const isCertFetch = ({ method }: Heard): boolean => method === 'GET';
const isQuestion = ({ url }: Heard): boolean => url.endsWith('/verify-webhook-signature');
const served = (name: string): Response =>
  new Response(testFile('vectors/paypal', `keys/TEST-ONLY-A-${name}.cert.pem`).toString());
const answer = (status: string): Response => json(200, { verification_status: status });
const forged = (n: number) => ({ ...good.headers, 'paypal-cert-url': `${CERTS}/CERT-${n}` });
const times = (n: number, kind: string): string[] => Array.from({ length: n }, () => kind);
const kindsOf = (received: readonly { readonly kind: string }[]) =>
  received.map(({ kind }) => kind);

/** The network: certificates from one play, answers of PayPal's verification from another. */
function open(cert: () => Play, verification: () => Play | Promise<Play>) {
  const played = openPaypal((one) => (isCertFetch(one) ? cert() : verification()));
  return {
    ...played,
    fetches: () => played.heard.filter(isCertFetch).length,
    questions: () => played.heard.filter(isQuestion).length,
    receive: (headers: Readonly<Record<string, string>>) =>
      played.gateway.verifyNotification(goodBody, headers),
  };
}

describe('forged webhooks', () => {
  it('a certificate that is not there is refused without a verify call to PayPal (14.14)', async () => {
    for (const status of [404, 410]) {
      const { receive, questions } = open(
        () => json(status, {}),
        () => answer('SUCCESS'),
      );
      expect((await receive(good.headers)).kind).toBe('bad_signature');
      expect(questions()).toBe(0);
    }
  });

  it('one address that is not there is fetched once a minute (14.14)', async () => {
    const { receive, fetches, pass } = open(
      () => json(404, {}),
      () => answer('SUCCESS'),
    );
    for (let n = 0; n < 5; n += 1) await receive(forged(1));
    expect(fetches()).toBe(1);
    pass(MINUTE_MS);
    await receive(forged(1));
    expect(fetches()).toBe(2);
  });

  it('two hundred forged webhooks cost at most 120 fetches and no verify call; the rest get 503 (14.14)', async () => {
    const { receive, fetches, questions, pass } = open(
      () => json(404, {}),
      () => answer('SUCCESS'),
    );
    const received = [];
    for (let n = 0; n < 200; n += 1) received.push(await receive(forged(n)));
    expect(kindsOf(received)).toEqual([
      ...times(120, 'bad_signature'),
      ...times(80, 'cannot_verify'),
    ]);
    expect([fetches(), questions()]).toEqual([120, 0]);
    pass(MINUTE_MS);
    expect((await receive(forged(200))).kind).toBe('bad_signature');
  });

  it('a certificate in the cache verifies while forged ones use up all fetches (14.14)', async () => {
    const { gateway } = openPaypal((one) =>
      one.url === good.headers['paypal-cert-url'] ? served('webhook-leaf') : json(404, {}),
    );
    const receive = (headers: Readonly<Record<string, string>>) =>
      gateway.verifyNotification(goodBody, headers);
    expect((await receive(good.headers)).kind).toBe('verified');
    for (let n = 0; n < 150; n += 1) await receive(forged(n));
    expect((await receive(good.headers)).kind).toBe('verified');
  });
});

describe('verify calls to PayPal about a webhook', () => {
  it('are ten a minute, and beyond it the webhook must come again, never a bad signature (14.14)', async () => {
    const { receive, questions, pass } = open(
      () => 'breaks',
      () => answer('FAILURE'),
    );
    const received = [];
    for (let n = 0; n < 15; n += 1) received.push(await receive(forged(n)));
    expect(kindsOf(received)).toEqual([
      ...times(10, 'bad_signature'),
      ...times(5, 'cannot_verify'),
    ]);
    expect(questions()).toBe(10);
    pass(MINUTE_MS);
    expect((await receive(forged(15))).kind).toBe('bad_signature');
  });

  it('are two at a time (14.14)', async () => {
    const ends: ((play: Play) => void)[] = [];
    const { receive } = open(
      () => 'breaks',
      () => new Promise<Play>((resolve) => ends.push(resolve)),
    );
    const running = [receive(forged(1)), receive(forged(2))];
    await expect.poll(() => ends.length).toBe(2);
    expect((await receive(forged(3))).kind).toBe('cannot_verify');
    for (const end of ends) end(answer('FAILURE'));
    expect(kindsOf(await Promise.all(running))).toEqual(['bad_signature', 'bad_signature']);
  });

  it.each<[string, () => Play]>([
    ['an error', () => json(500, {})],
    ['too many requests', () => json(429, {})],
    ['an expired token', () => json(401, {})],
    ['silence', () => 'breaks'],
  ])('are never repeated after %s (14.14)', async (_, reaction) => {
    const { receive, questions, waits } = open(() => 'breaks', reaction);
    expect((await receive(good.headers)).kind).toBe('cannot_verify');
    expect([questions(), waits]).toEqual([1, []]);
  });
});

describe('a certificate that does not chain to a trusted root', () => {
  const expired = vectors.find(({ name }) => name === '98-bad-cert-expired');
  if (expired === undefined) throw new Error('no vector with an expired certificate');

  it('leaves the decision to PayPal, and says so (5)', async () => {
    for (const [said, kind] of [
      ['SUCCESS', 'verified'],
      ['FAILURE', 'bad_signature'],
    ] as const) {
      const { gateway } = openPaypal((one) =>
        isCertFetch(one) ? served('webhook-expired') : answer(said),
      );
      const body = testFile('vectors/paypal', expired.bodyFile);
      const received = await gateway.verifyNotification(body, expired.headers);
      expect(received).toMatchObject({ kind, doubt: 'certificate_untrusted' });
    }
  });

  it('beyond the budget makes the webhook come again, never a bad signature (5)', async () => {
    const rogue = createPrivateKey(
      testFile('vectors/paypal', 'keys/TEST-ONLY-A-rogue-leaf.private.pk8.pem'),
    );
    const { gateway, heard } = openPaypal((one) =>
      isCertFetch(one) ? served('rogue-leaf') : answer('SUCCESS'),
    );
    const kinds: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const message = [n, good.headers['paypal-transmission-time'], webhookId, crc32(goodBody)];
      const signature = createSign('RSA-SHA256').update(message.join('|')).sign(rogue, 'base64');
      const headers = {
        ...good.headers,
        'paypal-transmission-id': String(n),
        'paypal-transmission-sig': signature,
      };
      kinds.push((await gateway.verifyNotification(goodBody, headers)).kind);
    }
    expect(kinds).toEqual([...times(10, 'verified'), ...times(2, 'cannot_verify')]);
    expect(heard.filter(isCertFetch)).toHaveLength(1);
  });

  it('costs no verify call for a message that its key did not sign (5)', async () => {
    const { receive, questions } = open(
      () => served('rogue-leaf'),
      () => answer('SUCCESS'),
    );
    for (let n = 0; n < 20; n += 1) {
      expect((await receive(forged(n))).kind).toBe('bad_signature');
    }
    expect(questions()).toBe(0);
  });
});
