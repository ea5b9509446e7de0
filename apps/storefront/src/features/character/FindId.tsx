import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { Sheet } from '../../ui/Sheet/Sheet.tsx';
import { useConfigs } from '../../api/page.tsx';
import styles from './FindId.module.css';

/** Help picture of the place that shows the ID in the game (role_id_image). */
export function FindId(props: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useText();
  const configs = useConfigs();
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t('home.find_id_title')}
      footer={
        <Button wide onClick={props.onClose}>
          {t('home.find_id_ok')}
        </Button>
      }
    >
      {configs.role_id_image && (
        <LazyImage
          className={styles.picture}
          src={configs.role_id_image}
          alt={t('home.find_id_picture')}
          width={480}
          height={300}
        />
      )}
      <p className={styles.text}>{t('home.find_id_text')}</p>
    </Sheet>
  );
}
