import { serverNow } from '../../../api/call.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { useLeftMs } from '../../../ui/Countdown/use-left.ts';
import { useOfflineReason } from '../../../browser/use-offline-reason.ts';
import { clockOf } from '../CountdownLine.tsx';
import { EventStep } from '../EventPane.tsx';
import { useDayResets } from '../use-day-resets.ts';
import { useMoney } from '../../goods/use-money.ts';
import { type BargainInfo, chosenPack, nextStep, toMinimum } from './next-step.ts';
import { PackState } from './PackState.tsx';
import { PACKS_ID } from './Packs.tsx';
import type { Bargain } from './use-bargain.ts';

type NextProps = { readonly bargain: Bargain; readonly info: BargainInfo };

/** Distance of the pack's price to its minimum, the price once it can be paid, and the next action. */
export function NextBar(props: NextProps) {
  const t = useText();
  const money = useMoney();
  const offline = useOfflineReason();
  const pack = chosenPack(props.info);
  const sum = pack
    ? {
        note:
          offline ??
          (pack.state === 'at_minimum'
            ? t('bargain.at_minimum')
            : t('bargain.to_minimum', { price: money(toMinimum(pack)) })),
        amount: pack.state === 'at_minimum' && money(pack.price),
      }
    : undefined;
  return (
    <EventStep sum={sum} state={pack && <PackState pack={pack} />}>
      <NextButton {...props} />
    </EventStep>
  );
}

export function NextButton({ bargain, info }: NextProps) {
  const t = useText();
  const money = useMoney();
  const offline = useOfflineReason();
  const step = nextStep(info);
  switch (step.kind) {
    case 'choose':
      return (
        <Button wide onClick={showPacks}>
          {t('bargain.choose_first')}
        </Button>
      );
    case 'buy':
      return (
        <Button wide blocked={offline} onClick={() => bargain.buy(step.pack)}>
          {t('bargain.buy', { price: money(step.pack.price) })}
        </Button>
      );
    case 'claim':
      return (
        <Button
          wide
          busy={bargain.running === `claim ${step.task}`}
          busyLabel={t('event.claiming')}
          blocked={offline}
          onClick={() => bargain.claim(step.task)}
        >
          {t('bargain.claim_for_less', { price: money(step.lowers) })}
        </Button>
      );
    case 'spin':
      return (
        <Button wide onClick={bargain.openWheel}>
          {t('bargain.spin_for_less')}
        </Button>
      );
    case 'tomorrow':
      return <TomorrowButton bargain={bargain} info={info} />;
    case 'top_up':
    case 'done':
      return (
        <Button wide onClick={bargain.topUp}>
          {t(step.kind === 'done' ? 'event.to_shop' : 'bargain.top_up_for_less')}
        </Button>
      );
  }
}

/** Countdown to tomorrow's tasks. */
function TomorrowButton({ bargain, info }: NextProps) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(info.server_day_ends_at, serverNow, bargain.event.refresh);
  const dayResets = useDayResets();
  return (
    <Button wide blocked={dayResets}>
      {t('bargain.more_tasks', { time: clockOf(leftMs, lang) })}
    </Button>
  );
}

function showPacks(): void {
  const packs = document.getElementById(PACKS_ID);
  packs?.scrollIntoView({ block: 'center' });
  packs?.querySelector<HTMLElement>('input:not(:disabled)')?.focus({ preventScroll: true });
}
