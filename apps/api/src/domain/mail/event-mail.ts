import { isLanguage, languageTag } from '@webpay/contract/languages';
import type { Mail } from '../../games/port.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import type { Texts } from '../projects/project-data.ts';
import { textIn } from '../projects/texts.ts';
import { addUp } from './purchase-mail.ts';
import type { MailToSend } from './queries.ts';
import { fillSlots, mailTexts } from './texts.ts';

/** Writes a reward or reminder mail in the language of its player. */
export function eventMail(
  reward: Pick<MailToSend, 'id' | 'lang' | 'recipient'> & {
    readonly mail: NonNullable<MailToSend['mail']>;
    readonly items: NonNullable<MailToSend['items']>;
  },
  project: Pick<Project, 'lang_default'>,
): Mail {
  const inLang = (texts: Texts) => textIn(texts, reward.lang, project.lang_default);
  const items = addUp(reward.items, inLang);
  const slots = {
    name: reward.recipient.name,
    event: inLang(reward.mail.event),
    goods: items.map((item) => `${item.name} × ${item.count}`).join('\n'),
    time: timeIn(reward.lang, reward.mail.at),
  };
  const { title, body } = mailTexts(reward.lang)[reward.mail.text];
  return {
    serverId: reward.recipient.server_id,
    cid: reward.recipient.cid,
    key: `claim:${reward.id}`,
    title: fillSlots(title, slots),
    body: fillSlots(slots.time === '' ? body.replace(TIME, '') : body, slots),
    items,
  };
}

/** The slot for the time of an event, with its brackets. */
const TIME = /\s?[（(]\{time\}[)）]/;

/** "Nov 24, 2026, 6:00 PM UTC"; empty for an old mail without a time. */
function timeIn(lang: string, atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const format = new Intl.DateTimeFormat(languageTag(isLanguage(lang) ? lang : 'en'), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(atMs)} UTC`;
}
