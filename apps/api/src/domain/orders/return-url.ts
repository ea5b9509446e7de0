import type { Ctx } from '../../context.ts';

const RETURN_PAGES = new Set(['payment', 'directPayment', 'activityPayment', 'actInquireOrder']);

/**
 * The address that a gateway sends the player back to. Only a payment page of this project on our
 * origin is accepted, else the default (payments.md §1.3). The token is in the fragment, which
 * servers never see.
 * @param wish an address or path, also encoded as a whole (C09)
 */
export function returnUrl(
  ctx: Pick<Ctx, 'config'>,
  order: { readonly project: string; readonly returns_to_payment: boolean },
  wish: string,
  token: string,
): string {
  const page = order.returns_to_payment ? 'payment' : 'actInquireOrder';
  const path = ownPaymentPath(ctx, order.project, wish) ?? `/${order.project}/${page}`;
  return `${ctx.config.publicUrl}${path}#order=${token}`;
}

function ownPaymentPath(ctx: Pick<Ctx, 'config'>, project: string, sent: string): string | null {
  const own = new URL(ctx.config.publicUrl);
  const wish = decodedOnce(sent);
  if (!URL.canParse(wish, own.origin)) return null;
  const url = new URL(wish, own.origin);
  if (url.origin !== own.origin || url.username !== '' || url.password !== '') return null;
  const [, first, second, ...rest] = url.pathname.split('/');
  const isOurs = first === project && second !== undefined && RETURN_PAGES.has(second);
  return isOurs && rest.length === 0 ? url.pathname : null;
}

/** An address encoded as a whole has neither a slash nor a colon; one encoded twice stays refused. */
function decodedOnce(sent: string): string {
  if (!/^(https?%3a%2f%2f|%2f)[^/]*$/i.test(sent)) return sent;
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}
