import { describe, expect, it } from 'vitest';
import { getJson, postJson } from '../testing/shop.ts';
import { captureOf, getToken, isEvent, issueOf } from '../testing/wallet.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';

const { shop, sandbox, wallet } = await sandboxOfFile();

describe('a wallet payment', () => {
  it('leads from order and approval to the capture, with an event for each', async () => {
    const invoice = wallet.nextInvoice();
    const created = await wallet.post('/v2/checkout/orders', wallet.orderBody(invoice), {
      'paypal-request-id': `ord-${invoice}`,
    });
    expect(created.json['status']).toBe('PAYER_ACTION_REQUIRED');
    expect(created.json['links']).toContainEqual(expect.objectContaining({ rel: 'payer-action' }));
    const id = String(created.json['id']);

    const approved = await wallet.approve(id);
    expect(approved.json).toMatchObject({ order_id: id, status: 'APPROVED' });
    expect(String(approved.json['return_url'])).toMatch(/\/back\?token=.+&PayerID=.+/);
    await shop.wait(isEvent('CHECKOUT.ORDER.APPROVED', id));

    const captured = await wallet.capture(id, { 'paypal-request-id': `cap-${invoice}-1` });
    expect(captured.status).toBe(201);
    expect(captured.json['status']).toBe('COMPLETED');
    expect(captureOf(captured.json)).toMatchObject({
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '19.99' },
      invoice_id: invoice,
      custom_id: 'order-1',
      payee: { merchant_id: 'TESTSHPA22222' },
    });
    await shop.wait(isEvent('PAYMENT.CAPTURE.COMPLETED', captureOf(captured.json)['id']));
    expect((await getJson(`${sandbox.url}/statement`))['captures']).toContainEqual(
      expect.objectContaining({ provider: 'paypal', out_trade_no: invoice, state: 'captured' }),
    );
  });

  it('contains no amounts unless the full representation is requested', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id);
    const captured = await wallet.capture(id, { prefer: 'return=minimal' });
    expect(Object.keys(captured.json).sort()).toEqual(['id', 'links', 'payment_source', 'status']);
  });

  it('returns the first result for a repeated request id, a refusal too', async () => {
    const invoice = wallet.nextInvoice();
    const key = { 'paypal-request-id': `ord-${invoice}` };
    const first = await wallet.post('/v2/checkout/orders', wallet.orderBody(invoice), key);
    const second = await wallet.post('/v2/checkout/orders', wallet.orderBody(invoice), key);
    expect(second.json['id']).toBe(first.json['id']);
    const id = String(first.json['id']);

    const early = { 'paypal-request-id': `cap-${invoice}-1` };
    expect(issueOf((await wallet.capture(id, early)).json)).toBe('ORDER_NOT_APPROVED');
    await wallet.approve(id);
    expect(issueOf((await wallet.capture(id, early)).json)).toBe('ORDER_NOT_APPROVED');
    const late = { 'paypal-request-id': `cap-${invoice}-2` };
    const captured = await wallet.capture(id, late);
    const again = await wallet.capture(id, late);
    expect(captureOf(again.json)['id']).toBe(captureOf(captured.json)['id']);
    expect(issueOf((await wallet.capture(id)).json)).toBe('ORDER_ALREADY_CAPTURED');
  });

  it('is made once for two concurrent requests with one id', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id);
    await postJson(`${sandbox.url}/faults`, {
      target: 'paypal',
      op: 'order',
      kind: 'slow',
      times: 1,
      ms: 3_000,
    });
    const key = { 'paypal-request-id': 'twice' };
    const first = wallet.capture(id, key);
    const faults = async () => (await getJson(`${sandbox.url}/faults`))['faults'];
    // The fault is spent: the first request is under way.
    await expect.poll(faults).toEqual([]);
    const second = await wallet.capture(id, key);
    expect(second.status).toBe(409);
    expect(issueOf(second.json)).toBe('PREVIOUS_REQUEST_IN_PROGRESS');
    expect((await first).status).toBe(201);
    expect((await wallet.capture(id, key)).status).toBe(200);
  });

  it('captures an invoice number once', async () => {
    const invoice = wallet.nextInvoice();
    const one = await wallet.openOrder(invoice);
    const other = String(
      (
        await wallet.post('/v2/checkout/orders', wallet.orderBody(invoice), {
          'paypal-request-id': 'other',
        })
      ).json['id'],
    );
    await wallet.approve(one);
    await wallet.approve(other);
    expect((await wallet.capture(one)).status).toBe(201);
    expect(issueOf((await wallet.capture(other)).json)).toBe('DUPLICATE_INVOICE_ID');
  });

  it('returns a declined instrument to the payer, who may choose another', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id, 'declined');
    const declined = await wallet.capture(id);
    expect(declined.status).toBe(422);
    expect(issueOf(declined.json)).toBe('INSTRUMENT_DECLINED');
    expect(await wallet.get(`/v2/checkout/orders/${id}`)).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
    });
    await wallet.approve(id);
    expect((await wallet.capture(id)).status).toBe(201);
  });

  it('holds an eCheck as pending until it clears', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id, 'echeck');
    const captured = captureOf((await wallet.capture(id)).json);
    expect(captured).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } });
    await shop.wait(isEvent('PAYMENT.CAPTURE.PENDING', captured['id']));
    await shop.wait(isEvent('PAYMENT.CAPTURE.COMPLETED', captured['id']));
    expect(await wallet.get(`/v2/payments/captures/${String(captured['id'])}`)).toMatchObject({
      status: 'COMPLETED',
    });
  });

  it.each([
    [{ currency_code: 'JPY', value: '500.00' }, 'DECIMALS_NOT_SUPPORTED'],
    [{ currency_code: 'HUF', value: '12.5' }, 'DECIMALS_NOT_SUPPORTED'],
    [{ currency_code: 'USD', value: '1.999' }, 'DECIMAL_PRECISION'],
    [{ currency_code: 'USD', value: '0.00' }, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [{ currency_code: 'KWD', value: '1.5' }, 'CURRENCY_NOT_SUPPORTED'],
  ])('refuses %o with %s', async (amount, issue) => {
    const answer = await wallet.post(
      '/v2/checkout/orders',
      wallet.orderBody(wallet.nextInvoice(), amount),
      {
        'paypal-request-id': wallet.nextInvoice(),
      },
    );
    expect(answer.status).toBe(422);
    expect(issueOf(answer.json)).toBe(issue);
  });

  it('answers with the mocked refusal and does nothing else', async () => {
    const id = await wallet.openOrder(wallet.nextInvoice());
    await wallet.approve(id);
    const mock = { 'paypal-mock-response': '{"mock_application_codes":"INSTRUMENT_DECLINED"}' };
    expect(issueOf((await wallet.capture(id, mock)).json)).toBe('INSTRUMENT_DECLINED');
    expect((await wallet.capture(id)).status).toBe(201);
  });

  it('accepts only its own app', async () => {
    expect((await getToken(sandbox.url, 'sandbox-client:wrong')).status).toBe(401);
    const answer = await wallet.post('/v2/checkout/orders', wallet.orderBody('x'), {
      authorization: 'Bearer no',
    });
    expect(answer.status).toBe(401);
    expect(await wallet.get('/v2/checkout/orders/NOSUCH')).toMatchObject({
      name: 'RESOURCE_NOT_FOUND',
    });
  });
});
