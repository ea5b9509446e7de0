/** PayPal's five-character locales of the shop's languages; others get PayPal's default. */
const LOCALES: Readonly<Record<string, string>> = {
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  id: 'id-ID',
  it: 'it-IT',
  ko: 'ko-KR',
  pl: 'pl-PL',
  pt: 'pt-BR',
  ru: 'ru-RU',
  sv: 'sv-SE',
  th: 'th-TH',
  tw: 'zh-TW',
  zh: 'zh-CN',
};

export function paypalLocale(language: string): string | null {
  if (/^[a-z]{2}-[A-Z]{2}$/.test(language)) return language;
  return (Object.hasOwn(LOCALES, language) ? LOCALES[language] : undefined) ?? null;
}
