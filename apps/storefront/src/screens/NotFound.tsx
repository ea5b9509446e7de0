import { DeadEnd } from '../features/frame/DeadEnd.tsx';
import { useText } from '../i18n/text.tsx';

/** R18, R20: an unknown page or shop, white in any theme. */
export function NotFound() {
  const t = useText();
  return (
    <DeadEnd
      set={{ name: 'signpost', signs: [t('app.nav_shop'), t('not_found.nowhere')] }}
      ground="white"
      title={t('not_found.title')}
      text={t('not_found.text')}
      toShop={t('not_found.to_shop')}
    />
  );
}
