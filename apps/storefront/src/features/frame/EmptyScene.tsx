import type { ReactNode } from 'react';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useConfigs } from '../../api/page.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import styles from './EmptyScene.module.css';
import { ShopFrame } from './ShopFrame.tsx';

/** Empty page: the game's scene, an empty chest and one action. */
export function EmptyScene(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** Called by the button and by Back. */
  readonly onAction: () => void;
  readonly end?: ReactNode;
}) {
  const { theme, resource_configs, name } = useConfigs();
  const { art, cast } = theme;
  return (
    <ShopFrame>
      <div className={styles.scene}>
        <HeroScene
          size="home"
          cast={cast}
          bar={
            <TopBar
              over
              onBack={props.onAction}
              brand={<Brand icon={resource_configs.icon} name={name} />}
              end={<LanguageSwitch />}
            />
          }
        />
      </div>
      <div className={styles.empty}>
        <EmptyState
          heading="h1"
          title={props.title}
          picture={
            <>
              {art['chest'] && <img className={styles.art} src={art['chest']} alt="" />}
              {art['sparkles'] && <img className={styles.sparkles} src={art['sparkles']} alt="" />}
            </>
          }
        >
          {props.children}
        </EmptyState>
      </div>
      {props.end}
      <BottomBar>
        <Button wide onClick={props.onAction}>
          {props.action}
        </Button>
      </BottomBar>
    </ShopFrame>
  );
}
