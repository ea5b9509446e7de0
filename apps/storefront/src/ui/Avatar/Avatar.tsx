import styles from './Avatar.module.css';
import { LazyImage } from '../LazyImage/LazyImage.tsx';

/** Shows the character's picture before the theme's sky, always beside the name. */
export function Avatar({ src, eager = false }: { readonly src: string; readonly eager?: boolean }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      <LazyImage src={src} alt="" eager={eager} />
    </span>
  );
}
