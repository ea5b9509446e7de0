import { X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../shape.ts';
import { isSignedBy } from '../sign.ts';
import { getJson, postJson, testFile } from '../testing/shop.ts';
import { captureOf, isEvent, issueOf } from '../testing/wallet.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';

const { shop, sandbox, wallet } = await sandboxOfFile();

describe('a refund', () => {
  it('returns parts up to the whole, once per number', async () => {
    const invoice = wallet.nextInvoice();
    const id = await wallet.openOrder(invoice);
    await wallet.approve(id);
    const captured = captureOf((await wallet.capture(id)).json);
    const refund = (body: unknown, key: string) =>
      wallet.post(`/v2/payments/captures/${String(captured['id'])}/refund`, body, {
        'paypal-request-id': key,
      });
    const part = { amount: { currency_code: 'USD', value: '5.50' }, invoice_id: `R${invoice}` };

    const first = await refund(part, 'ref-1');
    expect(first.json).toMatchObject({ status: 'COMPLETED', amount: { value: '5.50' } });
    expect((await refund(part, 'ref-1')).json['id']).toBe(first.json['id']);
    expect(issueOf((await refund(part, 'ref-2')).json)).toBe('DUPLICATE_INVOICE_ID');
    const event = await shop.wait(isEvent('PAYMENT.CAPTURE.REFUNDED', first.json['id']));
    expect(fieldsOf(event.json['resource'])['links']).toContainEqual(
      expect.objectContaining({
        rel: 'up',
        href: expect.stringContaining(String(captured['id'])) as unknown,
      }),
    );
    const tooMuch = { amount: { currency_code: 'USD', value: '14.50' }, invoice_id: `S${invoice}` };
    expect(issueOf((await refund(tooMuch, 'ref-3')).json)).toBe('REFUND_AMOUNT_EXCEEDED');
    expect((await refund({ invoice_id: `T${invoice}` }, 'ref-4')).json).toMatchObject({
      amount: { value: '14.49' },
    });
    expect(issueOf((await refund({}, 'ref-5')).json)).toBe('CAPTURE_FULLY_REFUNDED');
    expect((await getJson(`${sandbox.url}/statement`))['captures']).toContainEqual(
      expect.objectContaining({ out_trade_no: invoice, state: 'refunded' }),
    );
  });
});

describe('events', () => {
  it('are signed over transmission and checksum with a certificate of the known root', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id);
    const event = await shop.wait(isEvent('CHECKOUT.ORDER.APPROVED', id));
    const header = (name: string) => String(event.headers[`paypal-${name}`]);
    const pem = await (await fetch(header('cert-url'))).text();
    const certificate = new X509Certificate(pem);
    const root = new X509Certificate(
      testFile('vectors/paypal/keys/TEST-ONLY-A-webhook-ca.cert.pem'),
    );
    expect(certificate.verify(root.publicKey)).toBe(true);
    expect(certificate.subject).toContain('CN=messageverificationcerts.test.invalid');
    const text = [
      header('transmission-id'),
      header('transmission-time'),
      '1JE42910TEST0001A',
      crc32(event.body),
    ].join('|');
    expect(header('auth-algo')).toBe('SHA256withRSA');
    expect(isSignedBy(Buffer.from(text), header('transmission-sig'), certificate.publicKey)).toBe(
      true,
    );

    const verify = async (webhookEvent: string) => {
      const answer = await fetch(
        `${sandbox.url}/paypal/v1/notifications/verify-webhook-signature`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${wallet.token}`, 'content-type': 'application/json' },
          body: `{"auth_algo":"SHA256withRSA","cert_url":"${header('cert-url')}","transmission_id":"${header('transmission-id')}","transmission_sig":"${header('transmission-sig')}","transmission_time":"${header('transmission-time')}","webhook_id":"1JE42910TEST0001A","webhook_event":${webhookEvent}}`,
        },
      );
      return fieldsOf(await answer.json())['verification_status'];
    };
    expect(await verify(event.body.toString())).toBe('SUCCESS');
    expect(await verify(event.body.toString().replace('19.99', '18.99'))).toBe('FAILURE');
  });

  it('report a dispute and its end', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id);
    const captured = captureOf((await wallet.capture(id)).json);
    const opened = await postJson(`${sandbox.url}/paypal/disputes`, { capture_id: captured['id'] });
    const disputeId = String(opened.json['id']);
    await shop.wait(isEvent('CUSTOMER.DISPUTE.CREATED', disputeId));
    await postJson(`${sandbox.url}/paypal/disputes/${disputeId}`, {
      outcome: 'RESOLVED_BUYER_FAVOUR',
    });
    await shop.wait(isEvent('CUSTOMER.DISPUTE.RESOLVED', disputeId));
    expect((await getJson(`${sandbox.url}/statement`))['captures']).toContainEqual(
      expect.objectContaining({ id: captured['id'], state: 'disputed' }),
    );
  });
});
