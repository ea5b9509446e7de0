import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { mallBuyer } from '../../support/mall-buyer.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, createShopper, want } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const POSTS = (Object.keys(CALL_PATHS) as CallName[]).filter((name) => name !== 'heartbeat');

it('logs contain no token, key, password, card or character after purchases, refusals, faults and invalid calls', async () => {
  const shopper = await createShopper(environment());
  const secrets = new Map<string, string>([
    ['user_token', shopper.userToken],
    ['cid', shopper.cid],
    ['signing secret', DEFAULT_SIGN_SECRET],
    ['game’s key', 'game-key-20'],
    ['card', CARDS.success],
    ['another card', CARDS.challenge],
    ['password', 'Pwd-hunter2!'],
    ['image code', 'vcode-7319'],
  ]);

  // A purchase, a decline at the bank, and a game with a temporary fault.
  await setFault(environment(), 'game', 'mail', 'error', { times: 2 });
  for (const card of [CARDS.success, CARDS.declined, CARDS.challenge]) {
    const opened = await shopper.open();
    secrets.set(`order token of ${card}`, opened.token);
    const paymentToken = await shopper.tokenise(opened.pay, card);
    secrets.set(`paymentToken of ${card}`, paymentToken);
    if (opened.pay?.kind === 'payermax_card') {
      secrets.set(`session key of ${card}`, opened.pay.session_key);
      secrets.set(`client key of ${card}`, opened.pay.client_key);
    }
    const fields = { paymentToken, sessionKey: secrets.get(`session key of ${card}`) ?? '' };
    await shopper.client.call('payermaxCard', { ...fields, redirectUrl: 'https://evil.example' });
    await want(shopper.client.call('orderInquire', { token: opened.token }));
  }
  await setFault(environment(), 'payermax', 'order', 'error');
  await shopper.open().catch(() => undefined);
  await setFault(environment(), 'game', 'role', 'error');
  const { prId: pr_id, serverId: server_id, cid } = shopper;
  const asked = { pr_id, server_id, cid, pwd: 'Pwd-hunter2!', v_code: 'vcode-7319' };
  await shopper.client.call('role', { ...asked, v_code_md5: 'vcode-7319' });
  await clearFaults(environment());
  const buyer = mallBuyer(environment());
  secrets.set('mall token', buyer.token);
  secrets.set('payer of a mall', buyer.cid);
  await want(buyer.client.call('mallOrder', { token: buyer.token }));

  // The same secrets in other fields.
  const all = [...secrets].map(([name, value]): [string, string] => [
    name.replaceAll(' ', '_'),
    value,
  ]);
  const own = { user_token: shopper.userToken, cid, pwd: 'Pwd-hunter2!', token: buyer.token };
  for (const name of POSTS) {
    const pairs = Object.entries({
      game_id: '20',
      lang: 'en',
      ver: 'test',
      timestamp: String(Date.now()),
      website_code: 'miniflix',
      ...own,
      sessionKey: [...secrets.values()].join(),
      products: JSON.stringify(all),
    });
    const fields = { ...Object.fromEntries(pairs), sign: sign(pairs, DEFAULT_SIGN_SECRET) };
    const body = new URLSearchParams(fields).toString();
    for (const sent of [body, `${body}&cid=${cid}`, `${body}%`, JSON.stringify(own)]) {
      const answer = await fetch(environment().url + CALL_PATHS[name].path, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: `user_token=${shopper.userToken}`,
          authorization: `Bearer ${shopper.userToken}`,
          'user-agent': shopper.userToken,
          'x-forwarded-for': `${shopper.cid}, ${shopper.userToken}`,
          'x-request-id': shopper.userToken,
        },
        body: sent,
      });
      expect(answer.status).toBe(200);
    }
  }
  const query = new URLSearchParams(all).toString();
  for (const address of [
    `/api/user/role?${query}`,
    `/miniflix/payment?${query}`,
    `/mallCheckout?token=${buyer.token}`,
    `/nowhere/${shopper.userToken}`,
    `/%E0%A4%A/${shopper.userToken}`,
    `/assets/${shopper.userToken}.js`,
    `/webhooks/paypal?${query}`,
  ]) {
    await fetch(environment().url + address, { redirect: 'manual' });
  }
  for (const provider of ['payermax', 'paypal']) {
    const body = JSON.stringify(Object.fromEntries(all));
    await fetch(`${environment().url}/webhooks/${provider}`, { method: 'POST', body });
  }

  // Logs arrive in pieces; the line of this call is the last.
  const last = await fetch(environment().url + CALL_PATHS.regions.path, {
    method: 'POST',
    body: '',
  });
  const lastId = last.headers.get('x-request-id') ?? 'none';
  const log = (name: string) =>
    readFile(path.join(environment().dataDir, 'logs', `${name}.log`), 'utf8');
  await expect.poll(() => log('server')).toContain(lastId);
  // The worker has met its faults by then.
  await expect.poll(async () => (await shopper.mails()).length).toBe(1);
  const said = (await log('server')) + (await log('worker'));
  expect(said.split('\n').length, 'something was logged').toBeGreaterThan(POSTS.length);
  expect(said).toContain('"call":"payermaxCard"');
  const found = [...secrets].filter(([, value]) => value === '' || said.includes(value));
  expect(found).toEqual([]);
});
