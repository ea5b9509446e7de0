import type { MessageId } from '../../i18n/text.tsx';
import type { EventNews } from './news.ts';

/** F11: what a bell has said. */
export const NOTICE_TEXTS: Readonly<Record<NonNullable<EventNews['notice']>, MessageId>> = {
  starts_soon: 'remind.starts_soon',
  started: 'remind.started',
  ends_soon: 'remind.ends_soon',
};
