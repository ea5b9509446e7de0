import type { OrderView, Resolution } from '@webpay/contract/calls';
import { formatDate } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Steps } from '../../../ui/Steps/Steps.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { requestSteps } from './request-view.ts';

export type RequestOfOrder = { readonly request: Resolution; readonly order: OrderView };

/** Progress of a request. */
export function RequestSteps({ request, order }: RequestOfOrder) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { refund, second_mail: mail } = request;
  const values = {
    price: refund === null ? '' : money(refund.amount),
    name: mail?.name ?? '',
    server: mail?.server_name ?? '',
  };
  return (
    <Steps
      label={t('request.yours')}
      steps={requestSteps(request, order).map(({ state, title, text, at }) => ({
        id: title,
        state,
        title: t(title, values),
        ...(text === null ? {} : { text: t(text) }),
        ...(at === null ? {} : { time: formatDate(at, lang, 'day') }),
      }))}
    />
  );
}
