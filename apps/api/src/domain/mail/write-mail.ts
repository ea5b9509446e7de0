import { isLanguage } from '@webpay/contract/languages';
import type { Mail } from '../../games/port.ts';
import { itemsGiven } from '../orders/given.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import type { Texts } from '../projects/project-data.ts';
import { textIn } from '../projects/texts.ts';
import type { MailToSend } from './queries.ts';
import { fillSlots, mailTexts } from './texts.ts';
import { utcTime } from './utc-time.ts';

type MailBase = Pick<MailToSend, 'id' | 'lang' | 'recipient'>;
type OrderLine = NonNullable<MailToSend['lines']>[number];

/** Writes the mail of an order's goods, first or resent, in the buyer's language. */
export function purchaseMail(
  delivery: MailBase & { readonly order_no: string; readonly lines: readonly OrderLine[] },
  project: Project,
  purchase: Mail['purchase'],
): Mail {
  const { lang } = delivery;
  const inLang = (texts: Texts) => textIn(texts, lang, project.lang_default);
  const bought = delivery.lines.map((line) => wordsOf(line, inLang)).join('\n');
  const slots = { name: delivery.recipient.name, goods: bought, order: delivery.order_no };
  const text = mailTexts(lang).purchase;
  return {
    serverId: delivery.recipient.server_id,
    cid: delivery.recipient.cid,
    key: `delivery:${delivery.id}`,
    title: text.title,
    body: fillSlots(text.body, slots),
    items: addUp(delivery.lines.flatMap(itemsGiven), inLang),
    purchase,
  };
}

/** "980 Gems × 2"; a card and a doubled first purchase with their goods: "Weekly Card × 1 (Gems × 300)". */
function wordsOf(line: OrderLine, inLang: (texts: Texts) => string): string {
  const bought = `${inLang(line.sold.name)} × ${line.count}`;
  if (line.sold.kind !== 'card' && line.sold.doubled !== true) return bought;
  const given = addUp(itemsGiven(line), inLang).map(({ name, count }) => `${name} × ${count}`);
  return given.length === 0 ? bought : `${bought} (${given.join(', ')})`;
}

/** Writes a reward or reminder mail, of an event or of an order's payment, in the language of its player. */
export function eventMail(
  reward: MailBase & {
    readonly mail: NonNullable<MailToSend['mail']>;
    readonly waits?: MailToSend['waits'];
    readonly items: NonNullable<MailToSend['items']>;
  },
  project: Pick<Project, 'lang_default'>,
): Mail {
  const inLang = (texts: Texts) => textIn(texts, reward.lang, project.lang_default);
  const items = addUp(reward.items, inLang);
  const slots = {
    name: reward.recipient.name,
    event: inLang(reward.mail.event ?? {}),
    order: reward.waits?.order ?? '',
    goods: items.map((item) => `${item.name} × ${item.count}`).join('\n'),
    time: timeIn(reward.lang, reward.waits?.until ?? reward.mail.at),
  };
  const { title, body } = mailTexts(reward.lang)[reward.mail.text];
  return {
    serverId: reward.recipient.server_id,
    cid: reward.recipient.cid,
    key: `claim:${reward.id}`,
    title: fillSlots(title, slots),
    body: fillSlots(slots.time === '' ? body.replace(TIME, '') : body, slots),
    items,
    purchase: null,
  };
}

/** The slot for the time of an event, with its brackets. */
const TIME = /\s?[（(]\{time\}[)）]/;

/** Empty for an old mail without a time. */
function timeIn(lang: string, atMs: number | undefined): string {
  return atMs === undefined ? '' : utcTime(isLanguage(lang) ? lang : 'en', atMs);
}

/** Sums the items of a mail by id; the last name wins. */
function addUp(
  items: readonly { readonly item_id: string; readonly name: Texts; readonly count: number }[],
  inLang: (texts: Texts) => string,
): Mail['items'] {
  const byId = new Map<string, Mail['items'][number]>();
  for (const { item_id, name, count } of items) {
    const before = byId.get(item_id)?.count ?? 0;
    byId.set(item_id, { item_id, name: inLang(name), count: before + count });
  }
  return [...byId.values()];
}
