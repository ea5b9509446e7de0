import { IconBolt, IconMenu2 } from '@tabler/icons-react';
import { useMe } from '../api/queries.ts';
import { ConsoleLink } from '../router/ConsoleLink.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ProjectSwitch } from './ProjectSwitch.tsx';
import { SearchField } from './SearchField.tsx';
import styles from './TopBar.module.css';
import { useEffect, useState } from 'react';
import { clockText } from '../ui/Time/time-text.ts';

export function TopBar({
  onMenu,
  onKeys,
}: {
  readonly onMenu: () => void;
  readonly onKeys: () => void;
}) {
  const { world, permissions } = useMe();
  return (
    <header className={styles['bar']} data-world={world}>
      <div className={styles['line']}>
        <button type="button" className={styles['menu']} aria-label="Menu" onClick={onMenu}>
          <IconMenu2 aria-hidden />
        </button>
        <ConsoleLink to="/" className={styles['brand']}>
          <span className={styles['mark']} aria-hidden="true">
            <IconBolt size={15} />
          </span>
          WebPay <span className={styles['product']}>Console</span>
        </ConsoleLink>
        {permissions.includes('search') && <SearchField />}
        <div className={styles['end']}>
          <ProjectSwitch />
          <span className={styles['clock']}>
            <Clock />
          </span>
          {world === 'sandbox' && <span className={styles['sandbox']}>Sandbox</span>}
          <AccountMenu onKeys={onKeys} />
        </div>
      </div>
      {world === 'production' && <p className={styles['production']}>Production: real money</p>}
    </header>
  );
}

/** The clock of the console: all its times are UTC. */
function Clock() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return <time className="num nowrap">{clockText(now)} UTC</time>;
}
