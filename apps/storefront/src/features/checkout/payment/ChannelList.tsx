import type { Channel } from '@webpay/contract/calls';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { RadioCard, RadioGroup } from '../../../ui/RadioCard/RadioCard.tsx';
import { savedOf } from '../saved/saved-cards.ts';
import styles from './ChannelList.module.css';

/** Payment methods as radio cards; the chosen one shows its form (F04). */
export function ChannelList(props: {
  readonly channels: readonly Channel[];
  readonly chosen: string | null;
  readonly onChoose: (payId: string) => void;
  /** Reasons of the methods that cannot be chosen. */
  readonly closed?: ReadonlyMap<string, string>;
  /** Overrides a method's name, for example "Another card". */
  readonly nameOf?: (channel: Channel) => string;
  readonly children?: ReactNode;
}) {
  const t = useText();

  function noteOf({ pay_id, flow, name, voucher }: Channel): string | undefined {
    if (flow === 'qr') return t('qr.note');
    const opens = flow === 'redirect' && savedOf(pay_id) === null;
    if (!voucher) return opens ? t('payment.opens', { name }) : undefined;
    const days = t('voucher.days', { count: Math.max(1, Math.floor(voucher.hours / 24)) });
    return voucher.is_refundable ? days : `${days}. ${t('voucher.no_refund', { name })}`;
  }

  return (
    <RadioGroup label={t('payment.methods')} value={props.chosen} onChange={props.onChoose}>
      {props.channels.map((channel) => (
        <RadioCard
          key={channel.pay_id}
          value={channel.pay_id}
          label={props.nameOf?.(channel) ?? channel.name}
          note={noteOf(channel)}
          end={<Mark channel={channel} />}
          disabledReason={props.closed?.get(channel.pay_id)}
        >
          {channel.pay_id === props.chosen && props.children}
        </RadioCard>
      ))}
    </RadioGroup>
  );
}

/** The method's picture, or our own tile; its name stands beside it. */
function Mark({ channel: { logo, tile } }: { readonly channel: Channel }) {
  if (tile) {
    return (
      <span className={styles.tile} style={{ background: tile.color }} aria-hidden="true">
        {tile.text}
      </span>
    );
  }
  return logo && <img className={styles.mark} src={logo} alt="" height={30} />;
}
