import type { ReactNode } from 'react';
import styles from './drawings.module.css';
import art from './ResultArt.module.css';

type Drawn = { readonly className: string | undefined };

/** The parts that a picture draws itself: a clock, a wallet, or money on its way back. */
export default function Drawings(props: {
  readonly what: 'clock' | 'wallet' | 'refund';
}): ReactNode {
  const { what } = props;
  if (what === 'clock') return <AlarmClock className={art.main} />;
  if (what === 'wallet') return <Wallet className={art.main} />;
  return (
    <>
      <WayBack className={art.way} />
      {[0, 1, 2].map((nth) => (
        <Coin key={nth} className={art.coin} />
      ))}
    </>
  );
}

function AlarmClock({ className }: Drawn) {
  return (
    <svg className={className} viewBox="0 0 120 120" role="presentation">
      <path className={styles.metal} d="M30 104l-8 12M90 104l8 12M60 20V8M52 7h16" />
      <circle className={styles.bell} cx="31" cy="24" r="17" />
      <circle className={styles.bell} cx="89" cy="24" r="17" />
      <circle className={styles.case} cx="60" cy="66" r="48" />
      <circle className={styles.face} cx="60" cy="66" r="38" />
      <path className={styles.over} d="M60 66V28a38 38 0 0 1 0 76z" />
      <path
        className={styles.ticks}
        d="M60 34v6M60 92v6M28 66h6M86 66h6M37 43l4 4M79 85l4 4M83 43l-4 4M41 85l-4 4"
      />
      <path className={styles.hands} d="M60 66V44M60 66v26" />
      <circle className={styles.axle} cx="60" cy="66" r="4.5" />
      <path className={styles.rings} d="M8 36q-6 10-5 22M112 36q6 10 5 22" />
    </svg>
  );
}

/** Wallet with two notes: the payment waits for the player's confirmation. */
function Wallet({ className }: Drawn) {
  return (
    <svg className={className} viewBox="0 0 120 100" role="presentation">
      <rect className={styles.rim} x="26" y="6" width="70" height="50" rx="6" />
      <rect className={styles.gold} x="16" y="16" width="78" height="50" rx="6" />
      <rect className={styles.case} x="6" y="28" width="108" height="68" rx="14" />
      <path className={styles.seam} d="M18 42h70M18 84h70" />
      <rect className={styles.face} x="74" y="50" width="44" height="26" rx="13" />
      <circle className={styles.axle} cx="88" cy="63" r="5" />
    </svg>
  );
}

/** Arrow that bends back: a refund. */
function WayBack({ className }: Drawn) {
  return (
    <svg className={className} viewBox="0 0 200 90" role="presentation">
      <path className={styles.bow} d="M14 80C24 18 96-6 142 44" />
      <path className={styles.tip} d="M147 22v28h-28" />
    </svg>
  );
}

function Coin({ className }: Drawn) {
  return (
    <svg className={className} viewBox="0 0 40 40" role="presentation">
      <circle className={styles.rim} cx="20" cy="20" r="19" />
      <circle className={styles.gold} cx="20" cy="20" r="14.5" />
      <path className={styles.shine} d="M11 15a11 11 0 0 1 8-6" />
      <path className={styles.mark} d="M20 12.5l6 7.5-6 7.5-6-7.5z" />
    </svg>
  );
}
