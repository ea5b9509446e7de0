import { accountsOf, merchantOfProject, sellsThrough } from '../../config/merchants.ts';
import type { Channel } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { isPayerField } from '@webpay/contract/payer-fields';
import type { PayMethod } from '../../config/methods/read-methods.ts';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CatalogueChannel, Project } from '../projects/catalogue-cache.ts';
import { isOffered } from '../projects/served-country.ts';
import { textIn } from '../projects/texts.ts';
import { findHiddenMethods } from '../methods/stop-method.ts';

/** A payment channel, as an order needs it. */
export type ChannelRow = Pick<CatalogueChannel, 'pay_id' | 'provider' | 'method'> & {
  readonly facts: PayMethod;
};

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
  const wallet = accountsOf(ctx.config, merchantOfProject(ctx.config, project.code)).paypal;
  return project.channels
    .flatMap((channel) => {
      const facts = factsOf(ctx, project, channel, country, currency);
      return facts === null || off.has(channel.pay_id) ? [] : [{ channel, facts }];
    })
    .toSorted((a, b) => a.facts.rank - b.facts.rank)
    .map(({ channel, facts }) => ({
      pay_id: channel.pay_id,
      name: textIn(channel.data.name, lang, project.lang_default),
      provider: channel.provider,
      method: channel.method,
      flow: facts.flow,
      logo: channel.data.logo,
      ...(channel.data.logo === '' && facts.tile !== null ? { tile: facts.tile } : {}),
      ...limitsOf(facts, currency),
      currencies: [currency],
      ...fieldsOf(facts),
      ...voucherOf(facts),
      // The wallet's button must be rendered before the press that opens its window.
      ...(channel.method === 'wallet' && wallet !== null
        ? { sdk: { url: wallet.sdkUrl, client_id: wallet.clientId } }
        : {}),
    }));
}

/**
 * Finds a channel of the catalogue; prepare-attempt.ts refuses one that is switched off.
 * @throws Refusal CHANNEL_UNAVAILABLE for a channel that is unknown or of another country
 */
export function findChannel(
  ctx: Pick<Ctx, 'config'>,
  project: Project,
  payId: string,
  country: string,
): ChannelRow {
  const currency = currencyOfCountry(project, country);
  const channel = project.channels.find((each) => each.pay_id === payId);
  const facts = channel === undefined ? null : factsOf(ctx, project, channel, country, currency);
  if (channel === undefined || facts === null) throw new Refusal('CHANNEL_UNAVAILABLE');
  const { pay_id, provider, method } = channel;
  return { pay_id, provider, method, facts };
}

/** The facts of a channel's method; null where it cannot be offered, whatever the catalogue says. */
function factsOf(
  { config }: Pick<Ctx, 'config'>,
  { code }: Pick<Project, 'code'>,
  channel: CatalogueChannel,
  country: string,
  currency: string,
): PayMethod | null {
  const facts = config.methods.get(channel.pay_id);
  if (facts === undefined || facts.unknown.length > 0) return null;
  if (!sellsThrough(config, code, channel.provider)) return null;
  const isHere = facts.country === '*' || facts.country === country;
  const isPaidIn = facts.currency === '*' || facts.currency === currency;
  return isHere && isPaidIn && isOffered(channel, country, currency) ? facts : null;
}

function fieldsOf({ fields }: PayMethod): Pick<Channel, 'fields'> {
  const asked = fields.filter(isPayerField);
  return asked.length === 0 ? {} : { fields: asked };
}

function voucherOf({
  flow,
  lifeMs,
  confirmsAt,
  isRefundable,
}: PayMethod): Pick<Channel, 'voucher'> {
  if (flow !== 'voucher') return {};
  const at = confirmsAt === 'bank' ? 'bank' : 'shop';
  return { voucher: { hours: Math.floor(lifeMs / 3_600_000), at, is_refundable: isRefundable } };
}

function limitsOf({ minMinor, maxMinor }: PayMethod, currency: string): Pick<Channel, 'limits'> {
  if (minMinor === null && maxMinor === null) return {};
  const min = minMinor === null ? null : fromMinor(minMinor, currency);
  const max = maxMinor === null ? null : fromMinor(maxMinor, currency);
  return { limits: { min, max } };
}
