import type { ReactNode } from 'react';
import { storage } from '../../browser/storage.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { buttonClass } from '../../ui/Button/button-class.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import type { Scenery } from './SetPage.tsx';
import { WholePage } from './WholePage.tsx';

/** A page without content. A whole load of the shop brings its theme and configuration. */
export function DeadEnd(props: {
  readonly set: Scenery;
  readonly ground?: 'white';
  readonly title: string;
  readonly text: string;
  /** The shop to lead to, if it is another than the last one (R21). */
  readonly home?: string | null;
  readonly toShop: ReactNode;
}) {
  const { home: own, toShop, ...words } = props;
  const t = useText();
  // Server and hydration know no storage.
  const stored = useHydrated() ? storage.read('project') : null;
  const home = own ?? stored;
  return (
    <WholePage
      {...words}
      end={<LanguageSwitch />}
      action={
        <a
          className={buttonClass({})}
          data-primary
          href={home === null ? paths.login() : paths.home(home)}
        >
          {home === null ? t('not_found.choose_game') : toShop}
        </a>
      }
    />
  );
}
