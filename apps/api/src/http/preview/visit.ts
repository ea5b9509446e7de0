import type { CallName } from '@webpay/contract/paths';
import type { Ctx } from '../../context.ts';
import type { GoodsSession } from '../../domain/catalog/list-goods.ts';
import type { BargainSession } from '../../domain/events/bargain/progress.ts';
import { bargainRules } from '../../domain/events/bargain/rules.ts';
import { findEventOfKind } from '../../domain/events/find-event.ts';
import { rulesOf } from '../../domain/events/kind.ts';
import type { CardSession } from '../../domain/events/weekly-card/cards-of.ts';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
import type { Form } from '../form.ts';
import type { PreviewRules } from '../store/route.ts';

/** Calls that only read. Every other call of the store is refused with 20021. */
const READING: ReadonlySet<CallName> = new Set<CallName>([
  'configs',
  'regions',
  'servers',
  'role',
  'productLists',
  'productShelf',
  'productPrices',
  'payChannels',
  'cartGet',
  'userOrders',
  'resolutionList',
  'activityList',
  'bargainInfo',
  'cumulationInfo',
  'cardInfo',
]);

/** No row has this number. */
const NO_PLAYER = 0;
const DAY_MS = 86_400_000;

type Session = GoodsSession & BargainSession & CardSession;

/** A made-up player of any character, who has bought nothing and whose coupon is the best that can be drawn. */
export const PREVIEW_RULES: PreviewRules = {
  calls: READING,
  find: async (ctx, _token, project, form) => sessionOf(ctx, project, form),
  role: ({ project, input: { pr_id, server_id, cid }, lang }) => ({
    user_token: 'preview',
    has_pwd: false,
    role: {
      pr_id,
      server_id,
      server_name: nameOf(project, server_id, lang),
      cid,
      name: 'Preview',
      level: 1,
    },
  }),
};

function nameOf({ servers, lang_default: main }: Project, server: string, lang: string): string {
  const { name } = servers.get(server) ?? { name: {} };
  const texts: Readonly<Record<string, string>> = name;
  return texts[lang] ?? texts[main] ?? server;
}

function sessionOf(ctx: Ctx, project: Project, { fields }: Form): Session {
  const now = ctx.clock.now();
  const event = findEventOfKind(project, 'bargain', now);
  const progress = {
    n: 1,
    terms_id: null,
    drawn_minor: event && rulesOf(event, bargainRules).coupon.to_minor,
    chosen: null,
    expires_at: new Date(now.getTime() + DAY_MS),
    steps: [],
    bought: [],
    topped_up_minor: 0,
  };
  return {
    project: project.code,
    player_id: NO_PLAYER,
    // The character that the page says, which its own look-up gave it.
    pr_id: fields.get('pr_id') ?? '',
    server_id: fields.get('server_id') ?? '',
    cid: fields.get('cid') ?? '',
    server_name: '',
    name: 'Preview',
    level: 1,
    seen_at: now,
    by_link: false,
    held: null,
    last: undefined,
    has_cards: false,
    has_orders: false,
    has_reminders: false,
    purchases: [],
    is_made_up: true,
    progress,
  };
}
