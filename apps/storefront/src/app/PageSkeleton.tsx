import { Content, Frame, PanePart } from '../ui/Frame/Frame.tsx';
import { HeroScene } from '../ui/HeroScene/HeroScene.tsx';
import { Skeleton, SkeletonCard, SkeletonGroup } from '../ui/Skeleton/Skeleton.tsx';
import styles from './PageSkeleton.module.css';

/** Renders the themed outline that the server sends where it may not know the player; `data-page` around it gives the shape. */
export function PageSkeleton() {
  return (
    <Frame
      pane={
        <PanePart>
          <Skeleton height="calc(var(--u) * 4)" />
        </PanePart>
      }
    >
      <div className={styles.hero}>
        <HeroScene size="strip" cast={[]} />
      </div>
      <Content>
        <SkeletonGroup className={`stack ${styles.group}`}>
          <Skeleton />
          <div className={styles.grid}>
            {Array.from({ length: 6 }, (_, index) => (
              <SkeletonCard key={index} />
            ))}
          </div>
        </SkeletonGroup>
      </Content>
    </Frame>
  );
}
