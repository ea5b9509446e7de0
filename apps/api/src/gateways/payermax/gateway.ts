import type { PayerData } from '@webpay/contract/payer-fields';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { REAL_OUTSIDE, type Outside } from '../../platform/http-client/exchange.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { cutText } from '../../platform/http-client/json.ts';
import { keysOf } from '../../platform/keys.ts';
import type { Gateway, GatewayResult, Opened, OpenInput, SubmitInput } from '../port.ts';
import { cardVault } from './cards.ts';
import { callPayermax, createMerchantKeys, type Merchant, type PayermaxLine } from './envelope.ts';
import { canCharge, toWireNumber, toWireText } from './money.ts';
import { readNotification, verifyNotification } from './notify.ts';
import { queryRefund, refund } from './refund.ts';
import { readStatement } from './statement.ts';
import { readSession, readQuery, readSubmit } from './translate.ts';

export type PayermaxOptions = Merchant & {
  readonly base: string;
  readonly privateKeyPem: string;
  readonly keyVersion?: string;
  readonly secondPrivateKeyPem?: string | null;
  readonly secondKeyVersion?: string;
  readonly publicKeyPem: string;
  readonly secondPublicKeyPem?: string | null;
  readonly countSecondKey?: PayermaxLine['countSecondKey'];
  /** The folder of its settlement files, or the sandbox's statement; null: none. */
  readonly statements?: string | null;
  /** Hours by which the days of PayerMax's own files are ahead of UTC. */
  readonly statementHours?: number;
  readonly report?: PayermaxLine['report'];
  readonly outside?: Outside;
};

/** An order expires after half an hour, in the shop and at PayerMax (payments.md §1.1). */
const EXPIRE_SECONDS = '1800';

/** Cards, the wallets of devices and local methods through PayerMax. Keys are parsed once; the only state is which of them it took last. */
export function createPayermaxGateway(options: PayermaxOptions): Gateway {
  const { secondPrivateKeyPem = null, secondPublicKeyPem = null, keyVersion = '1' } = options;
  const { secondKeyVersion = keyVersion, countSecondKey = () => undefined } = options;
  const ours = keysOf(
    { key: createPrivateKey(options.privateKeyPem), version: keyVersion },
    secondPrivateKeyPem === null
      ? null
      : { key: createPrivateKey(secondPrivateKeyPem), version: secondKeyVersion },
  );
  const line: PayermaxLine = {
    base: options.base,
    appId: options.appId,
    merchantNo: options.merchantNo,
    merchantKeys: createMerchantKeys(ours, () => countSecondKey('PAYERMAX_PRIVATE_KEY_FILE')),
    platformKeys: keysOf(
      createPublicKey(options.publicKeyPem),
      secondPublicKeyPem === null ? null : createPublicKey(secondPublicKeyPem),
    ),
    countSecondKey,
    outside: options.outside ?? REAL_OUTSIDE,
    report: options.report ?? (() => undefined),
  };
  const statements = {
    source: options.statements ?? null,
    hours: options.statementHours ?? 0,
    appId: options.appId,
  };
  return {
    provider: 'payermax',
    canCharge,
    open: (input) => openSession(line, input),
    submit: (input) => pay(line, input),
    query: async (attempt) =>
      readQuery(await callPayermax(line, 'orderQuery', { outTradeNo: attempt.id }), attempt),
    refund: (input) => refund(line, input),
    queryRefund: (input) => queryRefund(line, input),
    findRefund: (input) => queryRefund(line, input),
    // Its disputes have numbers and notifications; no call shows a reversal.
    queryCapture: async () => ({ kind: 'indeterminate', why: 'PayerMax shows no reversals' }),
    cards: cardVault(line),
    statement: (from, to) => readStatement(line.outside, statements, from, to),
    verifyNotification: async (rawBody, headers) => verifyNotification(line, rawBody, headers),
    readNotification: (rawBody) => readNotification(line, rawBody),
    ack: { body: '{"msg":"Success","code":"SUCCESS"}', contentType: 'application/json' },
  };
}

async function openSession(line: PayermaxLine, input: OpenInput): Promise<Opened> {
  const { amount, currency, country } = input.attempt;
  if (!canCharge(amount, currency)) return AMOUNT_REFUSED;
  const { component = 'CARD' } = input.method.values;
  const answer = await callPayermax(line, 'applyDropinSession', {
    currency,
    country,
    userId: input.userId,
    totalAmount: toWireText(amount, currency),
    componentList: [component],
    tokenForFutureUse: input.offersSaving ?? false,
  });
  return readSession(answer, component);
}

async function pay(line: PayermaxLine, input: SubmitInput): Promise<GatewayResult> {
  const { attempt } = input;
  if (!canCharge(attempt.amount, attempt.currency)) return AMOUNT_REFUSED;
  const detail = detailOf(input);
  if (detail === null) return refused('INCOMPLETE_PAYER');
  const answer = await callPayermax(line, 'orderAndPay', {
    outTradeNo: attempt.id,
    subject: cutText(input.description, 256),
    totalAmount: toWireNumber(attempt.amount, attempt.currency),
    currency: attempt.currency,
    country: attempt.country,
    userId: input.userId,
    terminalType: input.terminal,
    frontCallbackUrl: input.returnUrl,
    notifyUrl: input.notifyUrl,
    reference: attempt.orderId,
    // `tw` is the shop's own code for Traditional Chinese.
    language: input.language === 'tw' ? 'zh-TW' : cutText(input.language, 16),
    ...detail,
  });
  return readSubmit(answer, attempt);
}

/** How it is paid; null: the data of the payer is not complete. */
function detailOf({ instrument, ...input }: SubmitInput) {
  switch (instrument.kind) {
    case 'card_session': {
      const clientIp = addressOf(input.clientIp);
      if (clientIp === null) return null;
      const { paymentToken, sessionKey, isSaved = false } = instrument;
      const buyerInfo = { clientIp, userAgent: agentOf(input) };
      const keep = isSaved ? { tokenForFutureUse: true } : {};
      const paymentDetail = { paymentToken, sessionKey, buyerInfo, ...keep };
      return { integrate: 'Direct_Payment', expireTime: EXPIRE_SECONDS, paymentDetail };
    }
    case 'saved': {
      const clientIp = addressOf(input.clientIp);
      if (clientIp === null) return null;
      const buyerInfo = { clientIp, userAgent: agentOf(input) };
      const paymentDetail = {
        paymentTokenID: instrument.token,
        paymentMethodType: 'CARD',
        buyerInfo,
      };
      return { integrate: 'Direct_Payment', expireTime: EXPIRE_SECONDS, paymentDetail };
    }
    case 'local': {
      // The page of one method; PayerMax refuses an organisation without its type (payments-more.md §1.1).
      const { paymentMethodType, targetOrg } = instrument.method.values;
      if (paymentMethodType === undefined || targetOrg === undefined) return null;
      const paymentDetail = { paymentMethodType, targetOrg };
      const { flow, lifeMs, isDirect = false } = instrument.method;
      const givesCode = flow === 'voucher' || flow === 'qr';
      if (givesCode || isDirect) {
        const clientIp = addressOf(input.clientIp);
        if (clientIp === null) return null;
        const buyerInfo = { clientIp, userAgent: agentOf(input), ...buyerOf(instrument.payer) };
        // An `expireTime` would end a voucher within a day (payments-more.md §1.5).
        const seconds = givesCode ? expireSeconds(lifeMs) : EXPIRE_SECONDS;
        const expiry = flow === 'voucher' ? {} : { expireTime: seconds };
        const integrate = 'Direct_Payment';
        return { integrate, ...expiry, paymentDetail: { ...paymentDetail, buyerInfo } };
      }
      return { integrate: 'Hosted_Checkout', expireTime: EXPIRE_SECONDS, paymentDetail };
    }
    case 'wallet_order':
      return null;
    default:
      return unreachable('instrument', instrument);
  }
}

/** The payer's own data in PayerMax's words (payments-more.md §1.4); the CNPJ's type and the phone's form are not published. */
function buyerOf({ cpf, phone, email, name }: PayerData): Readonly<Record<string, string>> {
  const [lastName = '', ...first] = (name ?? '').split(' ').toReversed();
  const firstName = first.toReversed().join(' ');
  return {
    ...(cpf !== undefined && { taxType: cpf.length === 11 ? 'CPF' : 'CNPJ', taxNo: cpf }),
    ...(phone !== undefined && { phoneNo: phone }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { firstName, lastName }),
  };
}

/** The life of a code in the seconds that PayerMax accepts: half an hour to a day. */
const expireSeconds = (lifeMs: number) =>
  String(Math.min(Math.max(Math.round(lifeMs / 1_000), 1_800), 86_400));

const agentOf = ({ userAgent }: Pick<SubmitInput, 'userAgent'>) =>
  cutText(userAgent, 512) || 'unknown';

const refused = (code: string) => ({ kind: 'refused', code, cause: 'request' }) as const;

/** Refuses an amount that PayerMax cannot charge (20016) without sending it. */
const AMOUNT_REFUSED = refused('AMOUNT_NOT_CHARGEABLE');

/** A real IPv4 or IPv6 address, with a mapped IPv4 address unwrapped. */
function addressOf(text: string): string | null {
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv4(plain) || (isIPv6(plain) && !plain.includes('%')) ? plain : null;
}
