import type { Channel } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CatalogueChannel, Project } from '../projects/catalogue-cache.ts';
import { isOffered } from '../projects/served-country.ts';
import { textIn } from '../projects/texts.ts';
import { findHiddenMethods } from '../methods/stop-method.ts';

/** A payment channel, as an order needs it. */
export type ChannelRow = Pick<CatalogueChannel, 'pay_id' | 'provider' | 'method'>;

/** @throws Refusal NO_PRICE where the project does not sell */
export function currencyOfCountry(project: Project, country: string): string {
  const currency = project.currencyOf.get(country);
  if (currency === undefined) throw new Refusal('NO_PRICE', { country });
  return currency;
}

/** C06: the payment channels of a country, without those that are switched off there. */
export async function listChannels(
  ctx: Ctx,
  project: Project,
  country: string,
  lang: string,
): Promise<Channel[]> {
  const currency = currencyOfCountry(project, country);
  const off = await findHiddenMethods(ctx, project.code, country);
  return project.channels
    .filter((channel) => isOffered(channel, country, currency) && !off.has(channel.pay_id))
    .map((channel) => ({
      pay_id: channel.pay_id,
      name: textIn(channel.data.name, lang, project.lang_default),
      provider: channel.provider,
      method: channel.method,
      logo: channel.data.logo,
      currencies: [currency],
      // The wallet's button must be rendered before the press that opens its window.
      ...(channel.provider === 'paypal'
        ? { sdk: { url: ctx.config.paypal.sdkUrl, client_id: ctx.config.paypal.clientId } }
        : {}),
    }));
}

/**
 * Finds a channel of the catalogue; prepare-attempt.ts refuses one that is switched off.
 * @throws Refusal CHANNEL_UNAVAILABLE for a channel that is unknown or of another country
 */
export function findChannel(project: Project, payId: string, country: string): ChannelRow {
  const currency = currencyOfCountry(project, country);
  const channel = project.channels.find((each) => each.pay_id === payId);
  if (channel === undefined || !isOffered(channel, country, currency)) {
    throw new Refusal('CHANNEL_UNAVAILABLE');
  }
  return channel;
}
