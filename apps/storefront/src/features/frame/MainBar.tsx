import type { ReactNode } from 'react';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, usePage, useProject } from '../../api/page.tsx';
import { useText } from '../../i18n/text.tsx';
import { Link } from '../../router/Link.tsx';
import { useLocation } from '../../router/location.tsx';
import { paths } from '../../router/paths.ts';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { Icon, type IconName } from '../../ui/Icon/Icon.tsx';
import { useSession } from '../account/use-session.ts';
import { SupportButton } from '../support/SupportButton.tsx';
import { BarCart } from './BarCart.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import styles from './MainBar.module.css';

/** Keeps the width of a known player's name until it is read. */
const NO_NAME = '\u00a0'.repeat(8);

/** Head bar of wide screens: brand, main links, language, character and cart. */
export function MainBar({
  cart,
  ready,
}: {
  readonly cart?: ReactNode;
  readonly ready?: ReactNode;
}) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const { known } = usePage();
  const user = useSession();
  const showsCharacter = user ? true : user === undefined && known;
  return (
    <div className={styles.bar} data-main-bar>
      <div className={styles.start}>
        <Link to={paths.home(project)} aria-label={configs.name}>
          <Brand icon={configs.resource_configs.icon} name={configs.name} />
        </Link>
      </div>
      <nav className={styles.nav} aria-label={t('app.nav')}>
        <MainLinks ready={ready} />
      </nav>
      <div className={styles.end}>
        <LanguageSwitch />
        {showsCharacter && (
          <Link className={styles.me} to={paths.home(project)}>
            <Avatar src={configs.theme.art['avatar'] ?? configs.resource_configs.icon} />
            <b className="clip">{user?.role.name ?? NO_NAME}</b>
          </Link>
        )}
        {cart ?? <BarCart />}
      </div>
    </div>
  );
}

/** The main links of phones, at the bottom of pages without a primary button. */
export function MainTabs({ ready }: { readonly ready: ReactNode }) {
  const t = useText();
  return (
    <nav className={styles.tabs} aria-label={t('app.nav')}>
      <MainLinks ready={ready} />
    </nav>
  );
}

function MainLinks({ ready }: { readonly ready: ReactNode }) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const user = useSession();
  const { pathname } = useLocation();
  const home = paths.home(project);
  const shop = user ? paths.goodsList(project) : home;
  const orders = paths.orders(project);
  const isEvent = pathname.includes('/activity/');
  const isOrders = pathname === orders;
  return (
    <>
      <Entry icon="shop" to={shop} isHere={!isEvent && !isOrders}>
        {t('app.nav_shop')}
      </Entry>
      {configs.open_screens.includes('cumulation') && (
        <Entry icon="gift" to={home} isHere={isEvent} count={ready}>
          {t('event.list')}
        </Entry>
      )}
      <Entry icon="receipt" to={orders} isHere={isOrders}>
        {t('app.nav_orders')}
      </Entry>
      {limitsOf(configs).email && (
        <SupportButton className={styles.entry}>
          <Icon name="headset" />
          <span>{t('app.nav_support')}</span>
        </SupportButton>
      )}
    </>
  );
}

function Entry(props: {
  readonly icon: IconName;
  readonly to: string;
  readonly isHere: boolean;
  readonly count?: ReactNode;
  readonly children: string;
}) {
  return (
    <Link className={styles.entry} to={props.to} aria-current={props.isHere ? 'page' : undefined}>
      <Icon name={props.icon} />
      <span>{props.children}</span>
      {props.count}
    </Link>
  );
}
