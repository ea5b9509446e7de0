import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import styles from './LazyImage.module.css';
import { ATTEMPTS, createImageCache } from './lazy-rules.ts';
import { watchNear } from './lazy-watch.ts';

type LazyImageProps = {
  readonly src: string;
  readonly alt: string;
  readonly className?: string | undefined;
  /** Requested with the page, for the first screen. */
  readonly eager?: boolean;
  readonly width?: number;
  readonly height?: number;
};

const cache = createImageCache();
const RETRY_MS = 600;

/** A14: loads near the screen, with three attempts in all. */
export function LazyImage(props: LazyImageProps) {
  // A changed address is another image.
  return <Attempts key={props.src} {...props} />;
}

function Attempts({ src, alt, className, eager = false, width, height }: LazyImageProps) {
  const ref = useRef<HTMLImageElement>(null);
  const [isNear, setIsNear] = useState(() => eager || cache.has(src));
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>('waiting');
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (isNear || !ref.current) return;
    return watchNear(ref.current, () => setIsNear(true));
  }, [isNear]);
  useEffect(() => () => clearTimeout(retry.current), []);

  function failed() {
    clearTimeout(retry.current);
    if (attempt >= ATTEMPTS) setState('failed');
    else retry.current = setTimeout(() => setAttempt(attempt + 1), RETRY_MS * attempt);
  }

  // A server-rendered picture may load or fail before hydration.
  const settle = useEffectEvent(() => {
    const image = ref.current;
    if (!image?.complete || image.currentSrc === '') return;
    if (image.naturalWidth > 0) setState('loaded');
    else failed();
  });
  useEffect(() => settle(), []);

  return (
    <img
      // Only a new element makes the browser request the same address again.
      key={attempt}
      ref={ref}
      src={isNear ? src : undefined}
      alt={state === 'failed' || isNear ? alt : ''}
      width={width}
      height={height}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      draggable={false}
      className={cx(styles.image, className)}
      data-state={state}
      onLoad={() => {
        cache.add(src);
        setState('loaded');
      }}
      onError={failed}
    />
  );
}
