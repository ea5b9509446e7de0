/** Google's name of its wallet in the browser's payment interface. */
const WALLET = 'https://google.com/pay';
/** A list of methods waits no longer for the browser. */
const WAIT_MS = 1_000;

/** Chrome asks for a sum and for the cards; neither is charged nor shown. */
const QUESTION: readonly [PaymentMethodData[], PaymentDetailsInit] = [
  [
    {
      supportedMethods: WALLET,
      data: {
        apiVersion: 2,
        apiVersionMinor: 0,
        allowedPaymentMethods: [
          {
            type: 'CARD',
            parameters: {
              allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
              allowedCardNetworks: ['VISA', 'MASTERCARD'],
            },
          },
        ],
      },
    },
  ],
  { total: { label: 'Google Pay', amount: { currency: 'USD', value: '1.00' } } },
];

/** Whether the browser says that its device can pay with Google Pay; silence and a refusal are no. */
export async function supportsGooglePay(): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), WAIT_MS);
  });
  try {
    return await Promise.race([new PaymentRequest(...QUESTION).canMakePayment(), late]);
  } catch {
    // Thrown without https, without a payment service, and by a policy that forbids it.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
