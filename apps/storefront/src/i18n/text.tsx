import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { I18nProvider, Trans, useLingui } from '@lingui/react';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import { FALLBACK_LANG, isLang, langTag, type Lang } from './languages.ts';
import type en from './locales/en.json';

/** Ids of all texts; en.json is the list. */
export type MessageId = keyof typeof en;

export type TextValues = Readonly<Record<string, string | number>>;

export type Translate = (id: MessageId, values?: TextValues) => string;

/** Creates the texts of one language, for a page in the browser or a request on the server. */
export function createTexts(lang: Lang, messages: Messages): I18n {
  return setupI18n({ locale: lang, locales: [langTag(lang)], messages: { [lang]: messages } });
}

/** Creates a translator for code outside React. */
export const translatorOf =
  (texts: I18n): Translate =>
  (id, values) =>
    texts.t(id, values);

export function TextProvider(props: { readonly texts: I18n; readonly children: ReactNode }) {
  return <I18nProvider i18n={props.texts}>{props.children}</I18nProvider>;
}

export function useText(): Translate {
  const { i18n } = useLingui();
  return useCallback((id: MessageId, values?: TextValues) => i18n.t(id, values), [i18n]);
}

export function useLang(): Lang {
  const { locale } = useLingui().i18n;
  return isLang(locale) ? locale : FALLBACK_LANG;
}

type RichTextProps = {
  readonly id: MessageId;
  readonly values?: TextValues;
  /** Elements for the tags in the text: `<0>…</0>` → `parts[0]`. */
  readonly parts: readonly ReactElement[];
};

/** Renders a text with elements inside: `<RichText id=… parts={[<b />]} values={{name}} />`. */
export function RichText({ id, values, parts }: RichTextProps) {
  return (
    <Trans
      id={id}
      {...(values === undefined ? {} : { values: { ...values } })}
      components={Object.fromEntries(parts.map((part, index) => [index, part]))}
    />
  );
}
