import { useNavigate } from 'react-router';
import { call, serverNow } from '../../api/call.ts';
import { useConfigs, useProject } from '../../features/config/page.tsx';
import { useOfflineReason } from '../../features/device/use-offline-reason.ts';
import { clockOf } from '../../features/event/CountdownLine.tsx';
import { flyersOf, flyToMail } from '../../features/event/fly-to-mail.ts';
import { Rewards } from '../../features/event/Rewards.tsx';
import { useEventAction } from '../../features/event/use-event.ts';
import { useMoney } from '../../features/price/use-money.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Foot } from '../../ui/Foot.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeftMs } from '../../ui/use-left.ts';
import { type Card, stepOf } from './card-view.ts';
import type { CardPageProps } from './CardPage.tsx';

/** The next step of a card: activate, claim, wait for tomorrow, add days. */
export function CardFoot(props: CardPageProps) {
  const { card } = props;
  const step = card ? stepOf(card) : 'none';
  switch (step) {
    case 'activate':
    case 'add':
      return card && <Buy card={card} />;
    case 'claim':
      return card && <Claim {...props} card={card} />;
    case 'next':
      return <Next {...props} />;
    case 'none':
      return <ToShop />;
    default: {
      const never: never = step;
      throw new Error(`unknown step ${String(never)}`);
    }
  }
}

function Buy({ card }: { readonly card: Card }) {
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const navigate = useNavigate();
  const offline = useOfflineReason();
  return (
    <Foot
      sum={{
        note: offline ?? t('card.days_count', { days: card.days }),
        amount: money(card.price),
      }}
    >
      <Button
        wide
        blocked={offline}
        onClick={() =>
          void navigate(paths.activityPayment(project, { event: 'card', id: card.product_id }))
        }
      >
        {card.owned ? t('card.add_days', { days: card.days }) : t('card.activate')}
      </Button>
    </Foot>
  );
}

const TODAY = 'today';

function Claim(props: CardPageProps & { readonly card: Card }) {
  const { card, country, user, event } = props;
  const t = useText();
  const lang = useLang();
  const offline = useOfflineReason();
  const { art } = useConfigs().theme;
  const action = useEventAction(event);
  const items = card.owned?.daily ?? card.daily;
  const [main] = items;

  async function claim(): Promise<void> {
    const flyers = flyersOf(TODAY);
    const got = await action.run('claim', () =>
      call('cardClaim', { card_id: card.card_id, country }, { userToken: user.user_token }),
    );
    if (got === null) return;
    flyToMail(flyers, art['mailbox']);
    toast(t('event.claimed_toast'));
  }

  return (
    <Foot start={<Rewards size="foot" name={TODAY} items={items} />}>
      <Button
        wide
        busy={action.running !== null}
        busyLabel={t('event.claiming')}
        blocked={offline}
        onClick={() => void claim()}
      >
        {t('card.claim_today', { count: formatNumber(main?.count ?? 0, lang) })}
      </Button>
    </Foot>
  );
}

function Next({ info, event }: CardPageProps) {
  const t = useText();
  return (
    <Foot>
      <NextButton key={info.day_ends_at} endsAtMs={info.day_ends_at} onEnd={event.refresh}>
        {t('card.claimed_today')}
      </NextButton>
    </Foot>
  );
}

function NextButton(props: {
  readonly endsAtMs: number;
  readonly onEnd: () => void;
  /** Why there is nothing to press. */
  readonly children: string;
}) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(props.endsAtMs, serverNow, props.onEnd);
  return (
    <Button wide icon="clock" blocked={props.children}>
      <span className="num">{t('card.next_in', { time: clockOf(leftMs, lang) })}</span>
    </Button>
  );
}

function ToShop() {
  const t = useText();
  const project = useProject();
  const navigate = useNavigate();
  return (
    <Foot>
      <Button wide onClick={() => void navigate(paths.goodsList(project))}>
        {t('event.to_shop')}
      </Button>
    </Foot>
  );
}
