import type { Mail } from '../../games/port.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { mailTexts } from './mail-texts.ts';
import type { DeliveryToSend } from './sql.ts';

/** The mail of a paid order: its goods added up by kind of item, in the buyer's language. */
export function mailOf(
  delivery: Pick<DeliveryToSend, 'id' | 'order_id' | 'lang' | 'items' | 'recipient'>,
  project: Project,
): Mail {
  const { lang } = delivery;
  const items = new Map<string, { item_id: string; name: string; count: number }>();
  for (const line of delivery.items) {
    const given =
      line.sold.bonus === null ? line.sold.contents : [...line.sold.contents, line.sold.bonus];
    for (const item of given) {
      const known = items.get(item.item_id);
      items.set(item.item_id, {
        item_id: item.item_id,
        name: textIn(item.name, lang, project.lang_default),
        count: (known?.count ?? 0) + item.count * line.count,
      });
    }
  }
  const text = mailTexts(lang);
  const bought = delivery.items
    .map((line) => `${textIn(line.sold.name, lang, project.lang_default)} × ${line.count}`)
    .join('\n');
  const slots = { name: delivery.recipient.name, goods: bought, order: delivery.order_id };
  return {
    serverId: delivery.recipient.server_id,
    cid: delivery.recipient.cid,
    key: `delivery:${delivery.id}`,
    title: text.title,
    // In one go: a character may be called {order}, or $&.
    body: text.body.replaceAll(
      /\{(name|goods|order)\}/g,
      (_, slot: keyof typeof slots) => slots[slot],
    ),
    items: [...items.values()],
  };
}
