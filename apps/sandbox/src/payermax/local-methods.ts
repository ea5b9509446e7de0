/** A local method of the sandbox's contract. */
export type LocalMethod = {
  readonly paymentMethodType: string;
  readonly targetOrg: string;
  readonly name: string;
  readonly place: 'wallet' | 'bank';
  readonly country: string;
  readonly currency: string;
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
  wallet('GOPAY', 'GoPay', 'ID', 'IDR'),
  wallet('OVO', 'OVO', 'ID', 'IDR'),
  wallet('MERCADOPAGO', 'Mercado Pago', 'BR', 'BRL'),
  wallet('PICPAY', 'PicPay', 'BR', 'BRL'),
  wallet('KAKAOPAY', 'KakaoPay', 'KR', 'KRW'),
  wallet('NAVERPAY', 'Naver Pay', 'KR', 'KRW'),
  wallet('TRUEMONEY', 'TrueMoney', 'TH', 'THB'),
];

export function methodOfContract(type: unknown, org: unknown): LocalMethod | undefined {
  return CONTRACT.find((each) => each.paymentMethodType === type && each.targetOrg === org);
}
