import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_OUTSIDE } from '../../platform/http-client/exchange.ts';
import type { GatewayAttempt } from '../port.ts';
import { openInputOf, submitInputOf, WALLET } from '../testing/data.ts';
import { openSandboxEnvironment, type SandboxEnvironment } from '../testing/sandbox-environment.ts';
import { createPaypalGateway } from './gateway.ts';

let sandbox: SandboxEnvironment;

beforeAll(async () => {
  sandbox = await openSandboxEnvironment();
});

afterAll(() => sandbox.stop());

async function openWallet(): Promise<GatewayAttempt> {
  const attempt = sandbox.newAttempt();
  const opened = await sandbox.paypal.open(openInputOf({ attempt, method: WALLET }));
  if (opened.kind !== 'wallet_order') throw new Error(`not open: ${JSON.stringify(opened)}`);
  expect(opened.approveUrl).toContain(opened.gatewayRef);
  return { ...attempt, gatewayRef: opened.gatewayRef };
}

const approve = (attempt: GatewayAttempt, funding = 'balance'): Promise<unknown> =>
  sandbox.post('/paypal/approve', { order_id: attempt.gatewayRef, funding });

describe('PayPal in the sandbox', () => {
  it('captures the approved order, and shows it in a query and a webhook', async () => {
    const attempt = await openWallet();
    expect(await sandbox.paypal.query(attempt)).toMatchObject({ kind: 'action' });
    await approve(attempt);
    expect(await sandbox.paypal.query(attempt)).toMatchObject({ kind: 'approved' });
    const paid = { kind: 'paid', amount: 1999, currency: 'USD', merchantIsOurs: true };
    expect(await sandbox.paypal.submit(submitInputOf({ attempt }))).toMatchObject(paid);
    expect(await sandbox.paypal.query(attempt)).toMatchObject(paid);
    expect((await sandbox.notificationAbout(sandbox.paypal, attempt.id)).result).toMatchObject(
      paid,
    );
  });

  it('returns the approval link, and captures after the approval', async () => {
    const attempt = await openWallet();
    const early = await sandbox.paypal.submit(submitInputOf({ attempt }));
    expect(early).toMatchObject({ kind: 'choose_other_funding' });
    expect(early.kind === 'choose_other_funding' && early.url).toContain(attempt.gatewayRef);
    await approve(attempt);
    const next = { ...attempt, captureTries: 1 };
    expect(await sandbox.paypal.submit(submitInputOf({ attempt: next }))).toMatchObject({
      kind: 'paid',
    });
  });

  it('lets the player choose other funding after a decline', async () => {
    const attempt = await openWallet();
    await approve(attempt, 'declined');
    const result = await sandbox.paypal.submit(submitInputOf({ attempt }));
    expect(result).toMatchObject({ kind: 'choose_other_funding' });
    await approve(attempt);
    const next = { ...attempt, captureTries: 1 };
    expect(await sandbox.paypal.submit(submitInputOf({ attempt: next }))).toMatchObject({
      kind: 'paid',
    });
  });

  it('captures once for repeated requests', async () => {
    const attempt = await openWallet();
    await approve(attempt);
    const capture = () => sandbox.paypal.submit(submitInputOf({ attempt }));
    const words = await Promise.all([capture(), capture(), capture()]);
    const late = { ...attempt, captureTries: 1 };
    words.push(await sandbox.paypal.submit(submitInputOf({ attempt: late })));
    const refs = words.map((result) => (result.kind === 'paid' ? result.captureRef : result.kind));
    expect(new Set(refs).size).toBe(1);
    expect(words[0]?.kind).toBe('paid');
  });

  it('waits for an eCheck', async () => {
    const attempt = await openWallet();
    await approve(attempt, 'echeck');
    const result = await sandbox.paypal.submit(submitInputOf({ attempt }));
    expect(result).toMatchObject({ kind: 'pending', alarm: null });
  });

  it('repeats after a lost answer, and captures once', async () => {
    const attempt = await openWallet();
    await approve(attempt);
    await sandbox.post('/faults', {
      target: 'paypal',
      op: 'order',
      kind: 'drop_answer',
      times: 1,
    });
    expect(await sandbox.paypal.submit(submitInputOf({ attempt }))).toMatchObject({
      kind: 'paid',
    });
  });

  it('verifies an event whose certificate is unavailable', async () => {
    const attempt = await openWallet();
    await approve(attempt);
    await sandbox.paypal.submit(submitInputOf({ attempt }));
    await sandbox.notificationAbout(sandbox.paypal, attempt.id);
    const event = sandbox.webhooks.find(({ path }) => path.endsWith('paypal'));
    const body = event?.body ?? Buffer.alloc(0);
    const stranger = createPaypalGateway({
      ...sandbox.paypalOptions,
      outside: {
        ...REAL_OUTSIDE,
        fetch: (input, init) =>
          init?.method === 'GET' ? Promise.reject(new Error('lost')) : fetch(input, init),
        wait: async () => undefined,
      },
    });
    const verify = (bytes: Buffer) => stranger.verifyNotification(bytes, event?.headers ?? {});
    expect((await verify(body)).kind).toBe('verified');
    const changed = Buffer.from(body.toString().replace('19.99', '29.99'));
    expect((await verify(changed)).kind).toBe('bad_signature');
  });
});
