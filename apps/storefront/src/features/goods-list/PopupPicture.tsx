import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import styles from './PopupPicture.module.css';

/** Configured picture with ✕ and a text below; a coloured strip if the picture fails to load. */
export function PopupPicture(props: {
  readonly src: string;
  readonly text: string;
  readonly textId?: string;
  readonly eager?: boolean;
  readonly closeLabel: string;
  readonly onClose: () => void;
}) {
  const { src, text, eager = false } = props;
  return (
    <>
      <div className={styles.ground}>
        <LazyImage
          className={styles.picture}
          src={src}
          alt=""
          width={600}
          height={420}
          eager={eager}
        />
        <IconButton
          icon="close"
          look="disc"
          className={styles.close}
          label={props.closeLabel}
          onClick={props.onClose}
        />
      </div>
      {text && (
        <p id={props.textId} className={styles.words}>
          {text}
        </p>
      )}
    </>
  );
}
