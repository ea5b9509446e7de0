import { languageState } from '../../i18n/choose-language.ts';
import { isLang, langName, langTag } from '../../i18n/languages.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Picker } from '../../ui/Picker/Picker.tsx';
import { usePage } from '../../api/page.tsx';
import { switchLanguage } from './switch-language.ts';

/** The project's languages in their own names. */
export default function LanguagePicker(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useText();
  const lang = useLang();
  const { project, configs } = usePage();
  const configured = configs && configs.langs.map(({ code }) => code);
  const { value, browserLang, browserName, allowed } = languageState(
    lang,
    navigator.language,
    configured,
  );
  return (
    <Picker
      open={props.open}
      onClose={props.onClose}
      title={t('lang.title')}
      searchText={t('lang.search')}
      emptyText={(query) => t('lang.empty', { query })}
      options={allowed.map((code) => ({
        value: code,
        label: langName(code),
        lang: langTag(code),
        keywords: code,
        ...(code === browserLang && browserName !== langName(code) && { hint: browserName }),
      }))}
      value={value}
      onChoose={(next) => {
        if (isLang(next) && next !== value) void switchLanguage(project, next, configs);
      }}
    />
  );
}
