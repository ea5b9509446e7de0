import type { Mail } from '../../games/port.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import type { Texts } from '../projects/project-data.ts';
import { textIn } from '../projects/texts.ts';
import type { MailToSend } from './queries.ts';
import { fillSlots, mailTexts } from './texts.ts';

/** Writes the mail of an order's goods, first or resent, in the buyer's language. */
export function purchaseMail(
  delivery: Pick<MailToSend, 'id' | 'lang' | 'recipient'> & {
    readonly order_id: string;
    readonly lines: readonly OrderLine[];
  },
  project: Project,
): Mail {
  const { lang } = delivery;
  const inLang = (texts: Texts) => textIn(texts, lang, project.lang_default);
  const bought = delivery.lines.map((line) => wordsOf(line, inLang)).join('\n');
  const slots = { name: delivery.recipient.name, goods: bought, order: delivery.order_id };
  const text = mailTexts(lang).purchase;
  return {
    serverId: delivery.recipient.server_id,
    cid: delivery.recipient.cid,
    key: `delivery:${delivery.id}`,
    title: text.title,
    body: fillSlots(text.body, slots),
    items: addUp(delivery.lines.flatMap(givenBy), inLang),
  };
}

type OrderLine = NonNullable<MailToSend['lines']>[number];

function givenBy({ count, sold }: OrderLine) {
  return (sold.bonus === null ? sold.contents : [...sold.contents, sold.bonus]).map((item) => ({
    ...item,
    count: item.count * count,
  }));
}

/** "980 Gems × 2", or for a card with its goods: "Weekly Card × 1 (Gems × 300)". */
function wordsOf(line: OrderLine, inLang: (texts: Texts) => string): string {
  const bought = `${inLang(line.sold.name)} × ${line.count}`;
  if (line.sold.kind !== 'card') return bought;
  const given = addUp(givenBy(line), inLang).map(({ name, count }) => `${name} × ${count}`);
  return given.length === 0 ? bought : `${bought} (${given.join(', ')})`;
}

/** Sums the items of a mail by id; the last name wins. */
export function addUp(
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
