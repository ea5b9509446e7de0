import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { cx } from '../../ui/cx.ts';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Frame } from '../../ui/Frame/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useConfigsIfAny } from '../../api/page.tsx';
import scene from './Scene.module.css';
import styles from './WholePage.module.css';

/** Page with a single message: picture, heading, text and actions. */
export function WholePage(props: {
  /** Decorative. */
  readonly picture?: string | undefined;
  readonly title: string;
  readonly text?: string;
  /** Primary button of the bottom bar, with an optional ghost button before it. */
  readonly action?: ReactNode;
  readonly end?: ReactNode;
  /** white: 404. grey: under construction. theme: all else. */
  readonly ground?: 'white' | 'grey' | 'theme';
}) {
  const { ground = 'theme' } = props;
  const configs = useConfigsIfAny();
  const panel = ground === 'theme' && configs && cx(scene.card, styles.panel);
  const content = (
    <>
      <div className={cx(styles.middle, panel)}>
        <EmptyState
          heading="h1"
          title={props.title}
          picture={props.picture && <img className="fit" src={props.picture} alt="" />}
        >
          {props.text}
        </EmptyState>
      </div>
      {props.action && <BottomBar wraps>{props.action}</BottomBar>}
    </>
  );
  if (ground === 'theme') {
    return (
      <Frame>
        {configs && (
          // The game's scene and cast, also where nothing is sold.
          <div className={scene.scene}>
            <HeroScene
              size="home"
              cast={configs.theme.cast}
              bar={
                <TopBar
                  over
                  brand={<Brand icon={configs.resource_configs.icon} name={configs.name} />}
                  end={props.end}
                />
              }
            />
          </div>
        )}
        {content}
      </Frame>
    );
  }
  return (
    <main className={styles.plain} data-ground={ground}>
      {props.end && <TopBar over end={props.end} />}
      {content}
    </main>
  );
}
