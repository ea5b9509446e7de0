import { VERSION_LABEL } from '@webpay/contract/version';
import type { ReactNode } from 'react';
import { useLocation } from '../../router/location.tsx';
import { Link } from '../../router/Link.tsx';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { cx } from '../../ui/cx.ts';
import { Frame, GlassCard } from '../../ui/Frame/Frame.tsx';
import { Icon, type IconName } from '../../ui/Icon/Icon.tsx';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useSession } from '../account/use-session.ts';
import { SupportButton } from '../support/SupportButton.tsx';
import styles from './ShopFrame.module.css';
import { WhyUs } from './WhyUs.tsx';

/** Frame of every shop page; from 1180 px with the rail and an aside. */
export function ShopFrame(props: {
  readonly children: ReactNode;
  /** Content above "why us" beside the column. */
  readonly aside?: ReactNode;
}) {
  const t = useText();
  return (
    <Frame
      rail={<Rail />}
      asideLabel={t('app.aside')}
      aside={
        <>
          {props.aside}
          <WhyUs />
        </>
      }
    >
      {props.children}
    </Frame>
  );
}

/** Logo, navigation, character and imprint. */
function Rail() {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const user = useSession();
  const { pathname } = useLocation();
  const items = paths.items(project);
  const orders = paths.orders(project);
  return (
    <>
      <GlassCard>
        <div className={styles.logo}>
          <Brand icon={configs.resource_configs.icon} name={configs.name} />
        </div>
        <nav className={styles.nav} aria-label={t('app.nav')}>
          <Entry icon="shop" to={user ? paths.goodsList(project) : paths.home(project)}>
            {t('app.nav_shop')}
          </Entry>
          {user && configs.open_screens.includes('items') && (
            <Entry icon="box" to={items} isHere={pathname === items}>
              {t('title.items')}
            </Entry>
          )}
          {user && configs.open_screens.includes('cumulation') && (
            <Entry icon="gift" to={paths.home(project)} isHere={pathname.includes('/activity/')}>
              {t('event.list')}
            </Entry>
          )}
          {user && (
            <Entry icon="receipt" to={orders} isHere={pathname === orders}>
              {t('title.orders')}
            </Entry>
          )}
          {limitsOf(configs).email && (
            <SupportButton className={styles.entry}>
              <Icon name="headset" />
              {t('app.nav_support')}
            </SupportButton>
          )}
        </nav>
      </GlassCard>
      {user && (
        <GlassCard>
          <div className="row">
            <Avatar src={configs.theme.art['avatar'] ?? configs.resource_configs.icon} />
            <div className={cx('grow', styles.name)}>
              <b className="clip">{user.role.name}</b>
              <span className="muted clip">{user.role.server_name}</span>
            </div>
          </div>
        </GlassCard>
      )}
      <GlassCard end>
        <p className="cap">{t('app.sold_by')}</p>
        <p className={`cap ${styles.print}`}>
          {t('app.copyright')} · {VERSION_LABEL}
        </p>
      </GlassCard>
    </>
  );
}

function Entry(props: {
  readonly icon: IconName;
  readonly to: string;
  readonly isHere?: boolean;
  readonly children: string;
}) {
  return (
    <Link className={styles.entry} to={props.to} aria-current={props.isHere ? 'page' : undefined}>
      <Icon name={props.icon} />
      {props.children}
    </Link>
  );
}
