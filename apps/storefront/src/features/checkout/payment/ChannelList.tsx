import type { Channel } from '@webpay/contract/calls';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { RadioCard, RadioGroup } from '../../../ui/RadioCard/RadioCard.tsx';
import styles from './ChannelList.module.css';

/** Payment methods as radio cards; the chosen one shows its form (F04). */
export function ChannelList(props: {
  readonly channels: readonly Channel[];
  readonly chosen: string | null;
  readonly onChoose: (payId: string) => void;
  /** Methods that the server closed for this country (20016). */
  readonly closed?: ReadonlySet<string>;
  readonly country: string;
  /** Overrides a method's name, for example "Another card". */
  readonly nameOf?: (channel: Channel) => string;
  readonly children?: ReactNode;
}) {
  const t = useText();
  return (
    <RadioGroup label={t('payment.methods')} value={props.chosen} onChange={props.onChoose}>
      {props.channels.map((channel) => (
        <RadioCard
          key={channel.pay_id}
          value={channel.pay_id}
          label={props.nameOf?.(channel) ?? channel.name}
          end={
            channel.logo && <img className={styles.mark} src={channel.logo} alt="" height={30} />
          }
          disabledReason={
            props.closed?.has(channel.pay_id)
              ? t('payment.not_available', { country: props.country })
              : undefined
          }
        >
          {channel.pay_id === props.chosen && props.children}
        </RadioCard>
      ))}
    </RadioGroup>
  );
}
