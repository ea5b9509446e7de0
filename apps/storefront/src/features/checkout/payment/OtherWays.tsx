import type { Channel } from '@webpay/contract/calls';
import { useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { supportsApplePay } from '../../../browser/device.ts';
import { ChannelList } from './ChannelList.tsx';
import { useGooglePay } from './use-google-pay.ts';
import section from '../../../styles/section-title.module.css';
import { supportedChannels, firstChannel } from './queries.ts';

/** Payment methods to try after a failed payment, the failed one last. */
export function useOtherWays(input: {
  readonly offered: readonly Channel[];
  readonly failedId: string | null;
  /** Chosen first: the method whose code has ended. */
  readonly wishedId?: string | undefined;
}) {
  const { failedId } = input;
  const t = useText();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const hasGooglePay = useGooglePay(input.offered);
  const offered = hasGooglePay === null ? [] : input.offered;
  const device = { hasApplePay: supportsApplePay(), hasGooglePay: hasGooglePay === true };
  const channels = supportedChannels(offered, device);
  const others = channels.filter(({ pay_id }) => pay_id !== failedId);
  const ordered = [...others, ...channels.filter((each) => !others.includes(each))];
  const chosen = firstChannel(ordered, [chosenId, input.wishedId]);
  const isFailed = (channel: Channel) => channel.pay_id === failedId && channel.method === 'card';
  const list = channels.length > 0 && (
    <section>
      <h2 className={section.title}>{t('result.another_way')}</h2>
      <ChannelList
        channels={ordered}
        chosen={chosen?.pay_id ?? null}
        onChoose={setChosenId}
        nameOf={(channel) => (isFailed(channel) ? t('result.another_card') : channel.name)}
      />
    </section>
  );
  return {
    chosen,
    /** The chosen method is the one that failed, with another card. */
    isSame: chosen !== null && isFailed(chosen),
    hasNonCard: channels.some(({ method }) => method !== 'card'),
    list,
  };
}
