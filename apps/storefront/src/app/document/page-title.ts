import type { MessageId, Translate } from '../../i18n/text.tsx';

/** Returns "Game · Screen", or the screen alone on pages of no project. */
export function pageTitle(t: Translate, game: string | undefined, screen: MessageId): string {
  return game === undefined || game === ''
    ? t(screen)
    : t('title.page', { game, screen: t(screen) });
}
