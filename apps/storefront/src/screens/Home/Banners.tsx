import { type MouseEvent, useId } from 'react';
import { navigate } from '../../router/history.ts';
import { useConfigs } from '../../api/page.tsx';
import { useText } from '../../i18n/text.tsx';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import section from '../../styles/section-title.module.css';
import styles from './Banners.module.css';

/** C02: the configured banners. One without an allowed address is no link. */
export function Banners(props: {
  /** Without a session a banner leads to the character form instead. */
  readonly onPress?: () => void;
}) {
  const t = useText();
  const id = useId();
  const { banner_configs: banners } = useConfigs().resource_configs;
  if (banners.length === 0) return null;

  const nameOf = (index: number) => t('home.banner', { number: index + 1, count: banners.length });

  function follow(event: MouseEvent, url: string) {
    // Another site loads as a whole page; the server admits only allowed ones.
    if (!url.startsWith('/')) return;
    event.preventDefault();
    if (props.onPress) props.onPress();
    else navigate(url);
  }

  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={section.title}>
        {t('home.banners')}
      </h2>
      <ul className={styles.row}>
        {banners.map(({ banner, banner_url: url, text }, index) => {
          const picture = (
            <>
              <LazyImage className={styles.picture} src={banner} alt="" width={600} height={224} />
              {text && <b className={styles.words}>{text}</b>}
            </>
          );
          return (
            <li key={banner} className={styles.banner}>
              {url === '' ? (
                picture
              ) : (
                <a
                  href={url}
                  rel="noreferrer noopener"
                  aria-label={text === '' ? nameOf(index) : undefined}
                  onClick={(event) => follow(event, url)}
                >
                  {picture}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
