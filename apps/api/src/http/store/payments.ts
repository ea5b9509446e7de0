import { captureWallet, payByCard } from '../../domain/payments/pay.ts';
import type { Payer } from '../../domain/payments/submit-attempt.ts';
import { route, type StoreRoutes } from './route.ts';

export function registerPaymentCalls(routes: StoreRoutes): void {
  route(routes, 'payermaxCard', (ctx, call) =>
    payByCard(ctx, {
      sessionKey: call.input.sessionKey,
      paymentToken: call.input.paymentToken,
      gameId: call.gameId,
      payer: payerOf(call, call.input.redirectUrl ?? null),
    }),
  );

  route(routes, 'paypalCapture', (ctx, call) =>
    captureWallet(ctx, {
      invoiceId: call.input.invoice_id,
      orderId: call.input.order_id,
      gameId: call.gameId,
      payer: payerOf(call, null),
    }),
  );
}

function payerOf(
  call: { readonly address: string; readonly userAgent: string },
  redirectUrl: string | null,
): Payer {
  const isMobile = /Mobile|Android|iPhone|iPad/.test(call.userAgent);
  return {
    clientIp: call.address,
    userAgent: call.userAgent,
    terminal: isMobile ? 'WAP' : 'WEB',
    redirectUrl,
  };
}
