import type { MessageId, Translate } from '../../i18n/text.tsx';

/** "Game · Screen"; on pages of no project just the screen. */
export function pageTitle(t: Translate, game: string | undefined, screen: MessageId): string {
  return game === undefined || game === ''
    ? t(screen)
    : t('title.page', { game, screen: t(screen) });
}
