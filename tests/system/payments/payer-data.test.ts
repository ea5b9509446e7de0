import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CALL_PATHS } from '@webpay/contract/paths';
import { operatorOf } from '../../support/operator.ts';
import { answerLocal, createShopper, payAtDesk, scanQr, want } from '../../support/shopper.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

const CPF = '529.982.247-25';
/** Its check digits are wrong: the shop refuses it. */
const WRONG_CPF = '529.982.247-26';
const PHONE = '+55 11 97654-3218';
const EMAIL = 'Pagador.Secreto@correio.example';
const NAME = 'Zulmira Quaresma';
const PAYER = { cpf: CPF, phone: PHONE, email: EMAIL, name: NAME };

const digits = (text: string) => text.replaceAll(/\D/g, '');
/** Each form in which a value may be written down. */
const SECRETS = [
  CPF,
  WRONG_CPF,
  PHONE,
  ...[CPF, WRONG_CPF, PHONE].map(digits),
  digits(PHONE).slice(2),
  EMAIL,
  ...NAME.split(' '),
];
/** Bytes are shown as hexadecimal digits. */
const FORMS = SECRETS.flatMap((text) => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
]).map((text) => text.toLowerCase());

afterEach(() => clearFaults(environment()));

/** All rows of all tables as text, by table. */
async function allRows(): Promise<ReadonlyMap<string, string>> {
  const { pool } = operator.db();
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t`,
    );
    texts.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return texts;
}

/** All that the services have logged, once the line of the last call is there. */
async function allLogs(): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(environment().dataDir, 'logs');
  const last = await fetch(environment().url + CALL_PATHS.regions.path, {
    method: 'POST',
    body: '',
  });
  const lastId = last.headers.get('x-request-id') ?? 'none';
  await expect.poll(() => readFile(path.join(folder, 'server.log'), 'utf8')).toContain(lastId);
  const names = (await readdir(folder)).filter((name) => !name.startsWith('sandbox'));
  const read = names.map(async (name): Promise<[string, string]> => [
    name,
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  return new Map(await Promise.all(read));
}

it('[F05] no row, stored message or log line holds the data that a payer gave for a payment', async () => {
  const shopper = await createShopper(environment());
  const payer = JSON.stringify(PAYER);
  const buy = (pay_id: string) => shopper.open({ pay_id, country: 'BR', payer });
  const codeOf = async (token: string) => {
    const { action } = await shopper.inquire(token);
    if (action === undefined || action.kind === 'redirect') throw new Error('there is no code');
    return action.code;
  };
  const boleto = await buy('boleto_br');
  await payAtDesk(environment(), await codeOf(boleto.token), 'pay');
  const pix = await buy('pix_br');
  await scanQr(environment(), await codeOf(pix.token), 'approve');
  // PayPal's messages repeat the name of the payer.
  const ideal = await shopper.open({ pay_id: 'ideal_nl', country: 'NL', payer });
  await answerLocal(ideal.pay?.kind === 'local' ? ideal.pay.show.url : null, 'approve');
  for (const { token } of [boleto, pix, ideal]) {
    await shopper.until(token, (each) => each.delivery.state === 'delivered');
  }
  // The ways that fail: refused here, refused there, and silent.
  const product = JSON.stringify([{ product_id: 'gems-60', count: 1 }]);
  const fields = { products: product, country: 'BR', redirect_url: 'x', source: 'direct' as const };
  for (const wrong of [
    { ...PAYER, cpf: WRONG_CPF },
    { ...PAYER, cpf: `${CPF}"}` },
  ]) {
    const asked = { ...fields, pay_id: 'pix_br', payer: JSON.stringify(wrong) };
    expect((await shopper.client.call('orderCreate', asked)).code).not.toBe(200);
  }
  for (const kind of ['error', 'drop_answer']) {
    await setFault(environment(), 'payermax', 'order', kind);
    await shopper.client.call('orderCreate', { ...fields, pay_id: 'boleto_br', payer });
  }
  await want(shopper.client.call('userOrders', {}));

  // The shop's own query may deliver before the gateway's message comes.
  for (const word of ['outTradeNo', 'CHECKOUT.ORDER.APPROVED']) {
    const messages = `select from gateway_inbox where position('${word}' in convert_from(body, 'UTF8')) > 0`;
    await expect
      .poll(async () => (await operator.db().pool.query(messages)).rowCount)
      .toBeGreaterThan(0);
  }
  const rows = await allRows();
  const logs = await allLogs();
  // Each place is read: it holds what it must.
  for (const [text, part] of [
    [rows.get('public.orders'), boleto.order_id],
    [rows.get('public.order_events'), pix.order_id],
    [rows.get('public.gateway_inbox'), Buffer.from('outTradeNo').toString('hex')],
    [logs.get('server.log'), '"call":"orderCreate"'],
  ] as const) {
    expect(text?.includes(part), part).toBe(true);
  }
  const found = [...rows, ...logs].flatMap(([place, text]) => {
    const said = text.toLowerCase();
    return FORMS.filter((form) => said.includes(form)).map((form) => `${place}: ${form}`);
  });
  expect(found).toEqual([]);
});
