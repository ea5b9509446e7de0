import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { useConfigs } from '../../api/page.tsx';
import styles from './EmptyScene.module.css';
import scene from './Scene.module.css';
import { ShopBar } from './ShopBar.tsx';
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
  const { art, cast } = useConfigs().theme;
  return (
    <ShopFrame>
      <div className={scene.scene}>
        <HeroScene size="home" cast={cast} bar={<ShopBar onBack={props.onAction} />} />
      </div>
      <div className={scene.card}>
        <EmptyState
          heading="h1"
          title={props.title}
          picture={
            <>
              {art['chest'] && <img className="fit" src={art['chest']} alt="" />}
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
