import { navigate } from '../../router/history.ts';
import { call, serverNow } from '../../api/call.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { clockOf } from '../../features/events/CountdownLine.tsx';
import { EventStep } from '../../features/events/EventPane.tsx';
import { flyersOf, flyToMail } from '../../features/events/fly-to-mail.ts';
import { Rewards } from '../../features/events/Rewards.tsx';
import { useEventAction } from '../../features/events/use-event.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { useLeftMs } from '../../ui/Countdown/use-left.ts';
import { type Card, stepOf } from './card-view.ts';
import type { CardPageProps } from './CardPage.tsx';
import { Gives } from './Gives.tsx';
import { unreachable } from '../../browser/unreachable.ts';

/** Shows the next action of a card: activate, claim, wait for tomorrow, add days. */
export function CardBar({ card, ...page }: CardPageProps) {
  if (card === undefined) return <ToShop />;
  const step = stepOf(card);
  switch (step) {
    case 'activate':
    case 'add':
      return <Buy card={card} />;
    case 'claim':
      return <Claim {...page} card={card} />;
    case 'next':
      // The next day starts another countdown.
      return <Next key={page.info.day_ends_at} {...page} card={card} />;
    case 'none':
      return <ToShop />;
    default:
      return unreachable(step, 'step');
  }
}

function Buy({ card }: { readonly card: Card }) {
  const t = useText();
  const money = useMoney();
  const buy = useBuy(card);
  const offline = useOfflineReason();
  return (
    <EventStep
      state={<Gives card={card} />}
      sum={{
        note: offline ?? t('card.days_count', { days: card.days }),
        amount: money(card.price),
      }}
    >
      <Button wide blocked={offline} onClick={buy}>
        {card.owned ? t('card.add_days', { days: card.days }) : t('card.activate')}
      </Button>
    </EventStep>
  );
}

/** Returns the action that leads to the payment of a card. */
export function useBuy({ product_id: id }: Card): () => void {
  const project = useProject();
  return () => navigate(paths.activityPayment(project, { event: 'card', id }));
}

const TODAY = 'today';
type ClaimProps = Pick<CardPageProps, 'country' | 'user' | 'event'> & { readonly card: Card };

function Claim({ card, country, user, event }: ClaimProps) {
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
    <EventStep
      state={<Gives card={card} />}
      start={<Rewards size="bar" name={TODAY} items={items} />}
    >
      <Button
        wide
        busy={action.running !== null}
        busyLabel={t('event.claiming')}
        blocked={offline}
        onClick={() => void claim()}
      >
        {t('card.claim_today', { count: formatNumber(main?.count ?? 0, lang) })}
      </Button>
    </EventStep>
  );
}

function Next({
  info,
  event,
  card,
}: Pick<CardPageProps, 'info' | 'event'> & { readonly card: Card }) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(info.day_ends_at, serverNow, event.refresh);
  return (
    <EventStep state={<Gives card={card} />}>
      <Button wide icon="clock" blocked={t('card.claimed_today')}>
        <span className="num">{t('card.next_in', { time: clockOf(leftMs, lang) })}</span>
      </Button>
    </EventStep>
  );
}

function ToShop() {
  const t = useText();
  const project = useProject();
  return (
    <EventStep>
      <Button wide onClick={() => navigate(paths.goodsList(project))}>
        {t('event.to_shop')}
      </Button>
    </EventStep>
  );
}
