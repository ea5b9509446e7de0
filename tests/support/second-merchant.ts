import type { Config } from '../../apps/api/src/config/config.ts';
import type { Merchant } from '../../apps/api/src/config/merchants.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import { listCards } from '../../apps/api/src/domain/saved-cards/list-cards.ts';
import { useCard } from '../../apps/api/src/domain/saved-cards/queries.ts';
import type { CardCaller } from '../../apps/api/src/domain/saved-cards/rights.ts';
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

/** A kept card or wallet of the project miniflix, as the processes of each merchant see it. */
export async function keptCardOf(
  ctx: Ctx,
  config: Config,
  { card: cardId, provider }: { readonly card: string; readonly provider: 'payermax' | 'paypal' },
) {
  const { rows } = await ctx.db.pool.query<{ player_id: number; password_version: number }>(
    `select player_id::int4, password_version from saved_cards where id = $1`,
    [cardId],
  );
  const [{ player_id: playerId, password_version: passwordVersion } = NO_CARD] = rows;
  const project = ctx.catalogue.project('miniflix');
  if (project === null) throw new Error('no such project');
  // Verified edge: a right is made of these alone.
  const caller = {
    session: { player_id: playerId, by_link: false, project: 'miniflix' },
    confirmed: { numberFor: () => 1 },
  } as unknown as CardCaller;
  const who = { cardId, playerId, project: 'miniflix', provider, passwordVersion };
  return {
    /** Takes it for a payment of this merchant. */
    useAt: (merchant: string | null) =>
      ctx.db.maybe(useCard, { ...who, merchant, now: new Date() }),
    /** Whether it is locked where these projects are the second merchant's. */
    lockedBy: async (projects: readonly string[]) => {
      const listed = await listCards(
        { ...ctx, config: withSecond(config, projects) },
        project,
        caller,
      );
      return listed.cards.map(({ is_locked: isLocked }) => isLocked);
    },
  };
}
const NO_CARD = { player_id: 0, password_version: 0 };
