import type { Config } from '../../apps/api/src/config/config.ts';
import type { Merchant } from '../../apps/api/src/config/merchants.ts';
import { CARDS, createShopper, type Outside } from './shopper.ts';

/** The sandbox's second account, as a merchant of MERCHANTS_FILE. */
export const SECOND = 'second';
/** A project for it. */
export const CGG = { websiteCode: 'cgg', gameId: '22' } as const;

/** A configuration in which the second merchant serves these projects. */
export function withSecond(
  config: Config,
  projects: readonly string[],
  more: Partial<Merchant> = {},
) {
  const merchant: Merchant = {
    key: SECOND,
    legalEntity: 'Second Games GmbH',
    projects,
    brand: null,
    payermax: {
      ...config.payermax,
      appId: 'testapp0000000000000000000000002',
      merchantNo: 'TEST010000000002',
      statements: `${config.sandboxUrl}/statement?account=second`,
    },
    paypal: {
      ...config.paypal,
      clientId: 'sandbox-client-2',
      secret: 'sandbox-secret-2',
      webhookId: '1JE42910TEST0002B',
      merchantId: 'TESTSHPB22222',
    },
    ...more,
  };
  const ofProject = new Map(projects.map((project) => [project, SECOND]));
  return { ...config, merchants: { byKey: new Map([[SECOND, merchant]]), ofProject } };
}

/** A configuration without named merchants. */
export function withoutMerchants(config: Config): Config {
  return { ...config, merchants: { byKey: new Map(), ofProject: new Map() } };
}

/** A card payment of the second merchant that its bank has not decided. */
export async function openThinking(shop: Outside) {
  const shopper = await createShopper(shop, CGG);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.thinking);
  return { shopper, ...opened, attemptId: `A${opened.order_id}_1` };
}
