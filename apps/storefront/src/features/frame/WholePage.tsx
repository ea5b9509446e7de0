import type { ReactNode } from 'react';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { Frame } from '../../ui/Frame/Frame.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useConfigsIfAny } from '../../api/page.tsx';
import { type Scenery, SetPage } from './SetPage.tsx';
import styles from './WholePage.module.css';

/** Page with a single message: set or picture, heading, text and an action. */
export function WholePage(props: {
  readonly set?: Scenery;
  /** Decorative; for pages without a set. */
  readonly picture?: string | undefined;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  /** white: 404. theme: all else. */
  readonly ground?: 'white' | 'theme';
}) {
  const { ground = 'theme', set = null, picture, title, text, action, note, end } = props;
  const configs = useConfigsIfAny();
  const page = (
    <SetPage {...{ set, picture, title, text, action, note }} isPlain={ground === 'white'} />
  );
  if (ground === 'white') {
    return (
      <main className={styles.plain} data-ground={ground}>
        {end && <TopBar over end={end} />}
        {page}
      </main>
    );
  }
  return (
    <Frame world="whole">
      {(configs || end) && (
        <TopBar
          over
          brand={configs && <Brand icon={configs.resource_configs.icon} name={configs.name} />}
          end={end}
        />
      )}
      {page}
    </Frame>
  );
}
