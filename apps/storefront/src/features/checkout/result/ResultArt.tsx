import { lazy, Suspense } from 'react';
import { Icon, type IconName } from '../../../ui/Icon/Icon.tsx';
import { useConfigs } from '../../../api/page.tsx';
import styles from './ResultArt.module.css';

// Few outcomes have one; without it the scene stands.
const Drawings = lazy(() => import('./drawings.tsx').catch(() => ({ default: () => null })));

type Picture = {
  /** Key of the theme's art, or one of our drawings: clock, wallet, refund, goods. */
  readonly what: string;
  readonly badge?: { readonly icon: IconName; readonly tone: 'accent' | 'ok' | 'warn' | 'err' };
  /** Draws the ticks of a dial around it. */
  readonly dial?: true;
};

const PICTURES = {
  waiting: { what: 'hourglass', dial: true },
  bank: { what: 'card', badge: { icon: 'shield', tone: 'accent' } },
  wallet: { what: 'wallet', badge: { icon: 'shield', tone: 'accent' } },
  late: { what: 'hourglass', dial: true, badge: { icon: 'bell', tone: 'accent' } },
  clock: { what: 'clock' },
  declined: { what: 'card', badge: { icon: 'close', tone: 'err' } },
  refused: { what: 'wallet', badge: { icon: 'close', tone: 'err' } },
  poor_wallet: { what: 'wallet', badge: { icon: 'minus', tone: 'warn' } },
  poor: { what: 'card', badge: { icon: 'minus', tone: 'warn' } },
  cancelled: { what: 'goods', badge: { icon: 'close', tone: 'warn' } },
  broken: { what: 'crane', badge: { icon: 'warn', tone: 'err' } },
  undelivered: { what: 'mailbox', badge: { icon: 'warn', tone: 'warn' } },
  refund: { what: 'refund', badge: { icon: 'check', tone: 'ok' } },
  unpaid: { what: 'goods', badge: { icon: 'clock', tone: 'accent' } },
  missing: { what: 'compass', badge: { icon: 'question', tone: 'warn' } },
  asleep: { what: 'asleep' },
} as const satisfies Readonly<Record<string, Picture>>;

/** Picture in the scene; a success shows its goods instead. */
export type ArtName = keyof typeof PICTURES;

/** Kind of outcome; sets the colour of the scene. */
export type ResultMood = 'success' | 'waiting' | 'failed' | 'timeout' | 'refunded' | 'open';

/** Picture of the outcome in the game's scenery; purely decorative. */
export function ResultArt(props: {
  readonly art: ArtName;
  readonly mood: ResultMood;
  /** Image of the purchased good. */
  readonly goods?: string | undefined;
}) {
  const picture: Picture = PICTURES[props.art];
  return (
    <div className={styles.scene} data-mood={props.mood} data-hero aria-hidden="true">
      <div className={styles.frame} data-what={picture.what}>
        <div className={styles.glow} />
        {picture.dial && <div className={styles.dial} />}
        <Drawing {...picture} goods={props.goods} />
        {picture.badge && (
          <span className={styles.badge} style={{ background: `var(--${picture.badge.tone})` }}>
            <Icon name={picture.badge.icon} />
          </span>
        )}
      </div>
    </div>
  );
}

function Drawing({ what, goods }: Picture & { readonly goods: string | undefined }) {
  const { art } = useConfigs().theme;
  const isDrawn = what === 'clock' || what === 'wallet' || what === 'refund';
  const src = what === 'goods' ? goods : art[what === 'refund' ? 'card' : isDrawn ? '' : what];
  return (
    <>
      {isDrawn && (
        <Suspense fallback={null}>
          <Drawings what={what} />
        </Suspense>
      )}
      {src && <img className={styles.main} src={src} alt="" />}
    </>
  );
}
