import type { MessageId } from '../../i18n/text.tsx';
import type { ShownEvent } from './shown-events.ts';

/** Texts of the last reminder (F11). */
export const NOTICE_TEXTS: Readonly<Record<NonNullable<ShownEvent['notice']>, MessageId>> = {
  starts_soon: 'remind.starts_soon',
  started: 'remind.started',
  ends_soon: 'remind.ends_soon',
};
