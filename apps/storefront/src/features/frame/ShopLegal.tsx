import { VERSION_LABEL } from '@webpay/contract/version';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { LegalLine } from '../../ui/LegalLine/LegalLine.tsx';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, usePage, useProject } from '../../api/page.tsx';
import type { ConsentParts } from '../analytics/ask.tsx';
import { Link } from '../../router/Link.tsx';
import { SupportButton } from '../support/SupportButton.tsx';
import styles from './ShopLegal.module.css';

/** Asks for consent again, to change the answer (A04). */
const changeConsent = async (parts: ConsentParts) =>
  (await import('../analytics/ask.tsx')).askConsent(parts);

/** End of a page: terms, privacy, support, seller, copyright and version (A08). */
export function ShopLegal({ more }: { readonly more?: ReactNode }) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const { counting } = usePage();
  return (
    <LegalLine
      label={t('app.legal')}
      links={
        <>
          <Link to={paths.iframe(project, configs.user_protocol)}>{t('app.terms')}</Link>
          <Link to={paths.iframe(project, configs.privacy_protocol)}>{t('app.privacy')}</Link>
          {limitsOf(configs).email && (
            <SupportButton className={undefined}>{t('app.nav_support')}</SupportButton>
          )}
          {counting === 'ask' && (
            <button type="button" onClick={() => void changeConsent({ project, configs, t })}>
              {t('consent.change')}
            </button>
          )}
          {more}
        </>
      }
    >
      {configs.copyright_logo && (
        <LazyImage
          className={styles.logo}
          src={configs.copyright_logo}
          alt=""
          width={120}
          height={32}
        />
      )}
      <p>{t('app.sold_by')}</p>
      <p>
        {t('app.copyright')} · {VERSION_LABEL}
      </p>
    </LegalLine>
  );
}
