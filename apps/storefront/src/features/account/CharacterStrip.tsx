import type { Role } from '@webpay/contract/calls';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { letters } from '../../ui/word-width.ts';
import { Link } from '../../router/Link.tsx';
import styles from './CharacterStrip.module.css';

/** Reserves the height of a name, so that nothing moves when it arrives. */
const NO_NAME = '\u00a0';

/** Recipient over the hero's lower edge, with a button to switch character. */
export function CharacterStrip(props: {
  /** undefined: not yet read from the browser's storage. */
  readonly role: Role | undefined;
  readonly onSwitch: () => void;
  readonly below?: ReactNode;
  /** In the pane of wide screens, where the strip over the hero is hidden. */
  readonly inPane?: boolean;
}) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const { role } = props;
  const level = role && ` · ${t('app.level', { level: role.level })}`;
  return (
    <Panel className={cx('row', styles.strip, props.inPane ? styles.inPane : styles.overHero)}>
      <Avatar src={configs.theme.art['avatar'] ?? configs.resource_configs.icon} eager />
      <div className={cx('grow', styles.text)}>
        <b className="clip" title={role?.name} style={letters(role?.name ?? '')}>
          {role?.name ?? NO_NAME}
        </b>
        <span className={cx('muted', styles.place)} title={role && role.server_name + level}>
          {role ? (
            <>
              <span className="clip">{role.server_name}</span>
              <span className={styles.level}>{level}</span>
            </>
          ) : (
            NO_NAME
          )}
        </span>
      </div>
      {role && (
        <Link className={styles.orders} to={paths.orders(project)}>
          <Icon name="receipt" />
          <span className="sr-only">{t('title.orders')}</span>
        </Link>
      )}
      <TextButton icon="swap" label={t('home.switch_label')} onClick={props.onSwitch}>
        {t('home.switch')}
      </TextButton>
      {props.below && <div className={cx('row', styles.below)}>{props.below}</div>}
    </Panel>
  );
}
