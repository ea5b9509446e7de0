import { lazy, Suspense, useState } from 'react';
import { formatCountry } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { cardClass } from '../../../ui/Card/card-class.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { useFirstTouch } from '../../../browser/use-first-touch.ts';
import type { CountryPickerProps } from './CountryPicker.tsx';
import styles from './CountryRow.module.css';

// Loaded on the first touch.
const CountryPicker = lazy(() => import('./CountryPicker.tsx'));

/** Country that decides currency and payment methods: "Pay in Germany · EUR". */
export function CountryRow(
  props: Omit<CountryPickerProps, 'isOpen' | 'onClose'> & {
    /** Row of the pane, not a card of its own. */
    readonly inPane?: boolean;
  },
) {
  const { inPane = false, ...picker } = props;
  const t = useText();
  const lang = useLang();
  const [isOpen, setIsOpen] = useState(false);
  const isTouched = useFirstTouch();
  const currency = props.countries.find((each) => each.country === props.country)?.currency ?? '';
  const value = t('payment.country', { country: formatCountry(props.country, lang), currency });

  // A phone pays in the country of its order.
  if (props.countries.length < 2) return null;
  return (
    <>
      <button
        type="button"
        className={inPane ? styles.inPane : cx(cardClass, styles.row)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className="muted">{t('payment.pay_in')}</span>
        <b>{value}</b>
        <Icon name="down" />
      </button>
      {(isTouched || isOpen) && (
        <Suspense fallback={null}>
          <CountryPicker {...picker} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
