import type { Ctx } from '../../context.ts';

/**
 * The picture of a wallet's QR code, as a page may load it: at an origin that the merchant has named, which is also all that
 * the page's policy allows. A gateway's answer decides no host (docs/decisions/0088).
 * @returns null for an address elsewhere
 */
export function shownPicture({ config }: Pick<Ctx, 'config'>, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, username, password } = new URL(address);
  const isNamed = config.payermax.pictureHosts.includes(origin);
  return isNamed && username === '' && password === '' ? address : null;
}
