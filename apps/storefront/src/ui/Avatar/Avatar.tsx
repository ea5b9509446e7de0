import styles from './Avatar.module.css';
import { LazyImage } from '../LazyImage/LazyImage.tsx';

/** The character's picture before the theme's sky; its name always stands beside it. */
export function Avatar({ src, eager = false }: { readonly src: string; readonly eager?: boolean }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      <LazyImage src={src} alt="" eager={eager} />
    </span>
  );
}
