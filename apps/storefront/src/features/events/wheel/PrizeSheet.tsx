import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Sheet } from '../../../ui/Sheet/Sheet.tsx';
import { type BargainInfo, chosenPack } from '../bargain/next-step.ts';
import { useMoney } from '../../goods/use-money.ts';
import styles from './PrizeSheet.module.css';
import { useWonText } from './use-spin.ts';

/** Announces the prize, the only spoken part of a spin. */
export function PrizeSheet(props: {
  readonly info: BargainInfo;
  readonly index: number | null;
  readonly onClose: () => void;
}) {
  const t = useText();
  const money = useMoney();
  const wonText = useWonText();
  const { info } = props;
  const prize = info.wheel.prizes.find(({ index }) => index === props.index);
  const pack = chosenPack(info);

  const priceText =
    pack === null ? t('bargain.change_text') : t('wheel.won_price', { price: money(pack.price) });

  return (
    <Sheet
      open={prize !== undefined}
      onClose={props.onClose}
      title={prize ? wonText(prize) : ''}
      hero={
        <div className={styles.prize} aria-hidden="true">
          {prize && <img className={styles.picture} src={prize.image} alt="" />}
        </div>
      }
      footer={
        <Button wide onClick={props.onClose}>
          {t('wheel.nice')}
        </Button>
      }
    >
      <p>{prize && (prize.lowers === null ? t('wheel.won_goods') : priceText)}</p>
    </Sheet>
  );
}
