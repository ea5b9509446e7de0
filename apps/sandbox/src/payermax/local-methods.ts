/** A local method of the sandbox's contract. */
export type LocalMethod = {
  readonly paymentMethodType: string;
  readonly targetOrg: string;
  readonly name: string;
  readonly place: 'wallet' | 'bank' | 'shop';
  readonly country: string;
  readonly currency: string;
  /** Paid with a number in a shop or at a bank; absent: on a page. */
  readonly voucher?: Voucher;
  /** Paid by scanning a code; `scheme` names it in the code's text. */
  readonly qr?: { readonly scheme: string };
  /** The direct call answers the address of an app, and of a picture of its code. */
  readonly hasPicture?: boolean;
  /** The direct call must name the payer's CPF or CNPJ. */
  readonly needsTaxNo?: boolean;
};

export type Voucher = {
  readonly digits: number;
  readonly lifeMs: number;
  readonly isRefundable: boolean;
};

const wallet = (
  targetOrg: string,
  name: string,
  country: string,
  currency: string,
): LocalMethod => ({
  paymentMethodType: 'WALLET',
  targetOrg,
  name,
  place: 'wallet',
  country,
  currency,
});

const DAY_MS = 86_400_000;

/**
 * Published are the virtual account's values and its `vaCode`, and Boleto's values, closing time, CPF and missing refund.
 * All else is invented.
 */
const VOUCHERS: readonly LocalMethod[] = [
  {
    paymentMethodType: 'BANK_TRANSFER',
    targetOrg: 'BCA',
    name: 'BCA virtual account',
    place: 'bank',
    country: 'ID',
    currency: 'IDR',
    voucher: { digits: 16, lifeMs: 2 * DAY_MS, isRefundable: true },
  },
  {
    paymentMethodType: 'OTC',
    targetOrg: 'KONBINI',
    name: 'Konbini',
    place: 'shop',
    country: 'JP',
    currency: 'JPY',
    voucher: { digits: 11, lifeMs: 7 * DAY_MS, isRefundable: false },
  },
  {
    paymentMethodType: 'OTC',
    targetOrg: 'OXXO',
    name: 'OXXO',
    place: 'shop',
    country: 'MX',
    currency: 'MXN',
    voucher: { digits: 14, lifeMs: 5 * DAY_MS, isRefundable: false },
  },
  {
    paymentMethodType: 'OTC',
    targetOrg: 'BOLETO',
    name: 'Boleto',
    place: 'bank',
    country: 'BR',
    currency: 'BRL',
    voucher: { digits: 47, lifeMs: 8 * DAY_MS, isRefundable: false },
    needsTaxNo: true,
  },
];

/** PromptPay's values are invented, and the member `qrCode` of both answers is assumed: it is published for another method. */
const QR_CODES: readonly LocalMethod[] = [
  {
    paymentMethodType: 'REALTIME_PAYMENT',
    targetOrg: 'PIX',
    name: 'Pix',
    place: 'bank',
    country: 'BR',
    currency: 'BRL',
    qr: { scheme: 'br.gov.bcb.pix' },
    needsTaxNo: true,
  },
  {
    paymentMethodType: 'REALTIME_PAYMENT',
    targetOrg: 'PROMPTPAY',
    name: 'PromptPay',
    place: 'bank',
    country: 'TH',
    currency: 'THB',
    qr: { scheme: 'A000000677010111' },
  },
];

/** All methods of the contract. Values of KakaoPay, Naver Pay and TrueMoney are invented: none are published. */
const CONTRACT: readonly LocalMethod[] = [
  {
    paymentMethodType: 'REDIRECT_CARD',
    targetOrg: 'KNET_DC',
    name: 'KNET',
    place: 'bank',
    country: 'KW',
    currency: 'KWD',
  },
  wallet('GCASH', 'GCash', 'PH', 'PHP'),
  wallet('GRABPAY', 'GrabPay', 'PH', 'PHP'),
  wallet('DANA', 'DANA', 'ID', 'IDR'),
  { ...wallet('GOPAY', 'GoPay', 'ID', 'IDR'), hasPicture: true },
  wallet('OVO', 'OVO', 'ID', 'IDR'),
  wallet('MERCADOPAGO', 'Mercado Pago', 'BR', 'BRL'),
  wallet('PICPAY', 'PicPay', 'BR', 'BRL'),
  wallet('KAKAOPAY', 'KakaoPay', 'KR', 'KRW'),
  wallet('NAVERPAY', 'Naver Pay', 'KR', 'KRW'),
  wallet('TRUEMONEY', 'TrueMoney', 'TH', 'THB'),
  ...VOUCHERS,
  ...QR_CODES,
];

export function methodOfContract(type: unknown, org: unknown): LocalMethod | undefined {
  return CONTRACT.find((each) => each.paymentMethodType === type && each.targetOrg === org);
}
