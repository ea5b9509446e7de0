import { isLanguage, languageTag } from '@webpay/contract/languages';
import type { Mail } from '../../../games/port.ts';
import { addUp } from '../../deliveries/mail.ts';
import { fillSlots } from '../../deliveries/mail-texts.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import type { Texts } from '../../projects/project-data.ts';
import { textIn } from '../../projects/texts.ts';
import { rewardTexts } from './mail-texts.ts';
import type { RewardToSend } from './sql.ts';

/** The mail with what an event gave, or reminds of, in the language its player read the shop in. */
export function mailOfReward(
  reward: Pick<RewardToSend, 'id' | 'lang' | 'mail' | 'items' | 'server_id' | 'cid' | 'name'>,
  project: Pick<Project, 'lang_default'>,
): Mail {
  const inLang = (texts: Texts) => textIn(texts, reward.lang, project.lang_default);
  const items = addUp(reward.items, inLang);
  const slots = {
    name: reward.name,
    event: inLang(reward.mail.event),
    goods: items.map((item) => `${item.name} × ${item.count}`).join('\n'),
    time: timeIn(reward.lang, reward.mail.at),
  };
  const { title, body } = rewardTexts(reward.lang)[reward.mail.text];
  return {
    serverId: reward.server_id,
    cid: reward.cid,
    key: `claim:${reward.id}`,
    title: fillSlots(title, slots),
    body: fillSlots(slots.time === '' ? body.replace(TIME, '') : body, slots),
    items,
  };
}

/** Where a text names the moment it tells of. */
const TIME = /\s?[（(]\{time\}[)）]/;

/** "Nov 24, 2026, 6:00 PM UTC"; nothing for a mail that was written before mails kept their moment. */
function timeIn(lang: string, atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const format = new Intl.DateTimeFormat(languageTag(isLanguage(lang) ? lang : 'en'), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(atMs)} UTC`;
}
