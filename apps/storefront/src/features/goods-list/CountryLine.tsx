import { lazy, Suspense, useState } from 'react';
import { useConfigs } from '../../api/page.tsx';
import { formatCountry } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useCountry, useIsCountryGuessed } from '../goods/country.ts';
import styles from './CountryLine.module.css';

// Few players open it.
const CountryPicker = lazy(() => import('../checkout/payment/CountryPicker.tsx'));

/**
 * "Prices for Germany · EUR": a press changes the country, for the checkout too (C07). A guess is
 * confirmed once: "Paying from Germany? Yes / Change".
 */
export function CountryLine() {
  const t = useText();
  const lang = useLang();
  const { countries } = useConfigs();
  const [country, choose] = useCountry();
  const isGuessed = useIsCountryGuessed();
  const [isOpen, setIsOpen] = useState(false);
  // Stays mounted, so that closing is animated.
  const [wasOpened, setWasOpened] = useState(false);
  const currency = countries.find((each) => each.country === country)?.currency ?? '';
  const name = formatCountry(country, lang);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  const flag = (
    <span className={styles.flag} aria-hidden="true">
      {country}
    </span>
  );

  return (
    <>
      {isGuessed ? (
        <div className={styles.line}>
          {flag}
          <span suppressHydrationWarning>{t('home.country_ask', { country: name })}</span>
          <button type="button" className={styles.answer} onClick={() => choose(country)}>
            {t('home.country_yes')}
          </button>
          <button type="button" className={styles.answer} aria-haspopup="dialog" onClick={open}>
            {t('home.country_change')}
          </button>
        </div>
      ) : (
        <button type="button" className={styles.line} aria-haspopup="dialog" onClick={open}>
          {flag}
          <span suppressHydrationWarning>{t('home.prices_for', { country: name })}</span>
          <b>{currency}</b>
          <Icon name="down" />
        </button>
      )}
      {wasOpened && (
        <Suspense fallback={null}>
          <CountryPicker
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            country={country}
            countries={countries}
            onChoose={choose}
          />
        </Suspense>
      )}
    </>
  );
}
