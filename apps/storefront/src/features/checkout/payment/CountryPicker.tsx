import type { Configs } from '@webpay/contract/calls';
import { formatCountry } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Picker } from '../../../ui/Picker/Picker.tsx';

export type CountryPickerProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly country: string;
  readonly countries: Configs['countries'];
  readonly onChoose: (country: string) => void;
};

/** Countries the shop serves. A lazy chunk, because few players open it. */
export default function CountryPicker(props: CountryPickerProps) {
  const t = useText();
  const lang = useLang();
  return (
    <Picker
      open={props.isOpen}
      onClose={props.onClose}
      title={t('payment.country_title')}
      searchText={t('payment.country_search')}
      emptyText={(query) => t('payment.country_empty', { query })}
      options={props.countries.map((each) => ({
        value: each.country,
        label: formatCountry(each.country, lang),
        hint: each.currency,
        keywords: each.country,
      }))}
      value={props.country}
      onChoose={props.onChoose}
    />
  );
}
