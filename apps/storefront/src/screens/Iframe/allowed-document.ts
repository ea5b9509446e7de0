import type { Configs } from '@webpay/contract/calls';
import type { MessageId } from '../../i18n/text.tsx';

type Documents = Pick<Configs, 'user_protocol' | 'privacy_protocol'>;

export type AllowedDocument = { readonly url: string; readonly title: MessageId };

/**
 * R12: allows only the terms and privacy addresses of the project's configuration, letter by
 * letter.
 */
export function allowedDocument(configs: Documents, asked: string | null): AllowedDocument | null {
  const documents: readonly AllowedDocument[] = [
    { url: configs.user_protocol, title: 'app.terms' },
    { url: configs.privacy_protocol, title: 'app.privacy' },
  ];
  return documents.find(({ url }) => url === asked && /^https?:\/\//.test(url)) ?? null;
}
