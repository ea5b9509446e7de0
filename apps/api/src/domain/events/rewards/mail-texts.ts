import path from 'node:path';
import * as v from 'valibot';
import { mailText, readMailTexts } from '../../deliveries/mail-texts.ts';

/** What comes with a reward, and what a reminder says. */
const texts = v.object({
  reward: mailText,
  starts_soon: mailText,
  started: mailText,
  ends_soon: mailText,
});

/** The mails of events in `lang`, else in English. */
export const rewardTexts = readMailTexts(path.join(import.meta.dirname, 'mail-texts'), texts);
