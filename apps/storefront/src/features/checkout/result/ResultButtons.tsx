import type { ReactNode } from 'react';
import { navigate } from '../../../router/history.ts';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { isEventSource, paths, payPath, withOrder } from '../../../router/paths.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { buttonClass } from '../../../ui/Button/button-class.ts';
import { BottomBar } from '../../../ui/BottomBar/BottomBar.tsx';
import { useConfigs, useProject } from '../../../api/page.tsx';
import { thisDevice } from '../../../browser/device.ts';
import { returnToGame } from '../../../browser/return-to-game.ts';
import { unreachable } from '../../../browser/unreachable.ts';
import { useChosenAt } from '../payment/chosen-at.ts';
import { useSession } from '../../account/use-session.ts';
import { SupportButton } from '../../support/SupportButton.tsx';
import { aboutOrder } from '../../support/support-facts.ts';
import { isParked } from './delivery-steps.ts';
import type { OrderResultProps } from './OrderResult.tsx';
import { codeOf, resultView } from './result-view.ts';

export type ResultButtonsProps = Omit<
  OrderResultProps,
  'hasNonCard' | 'otherWays' | 'renewCode' | 'below' | 'timeline' | 'paidWith'
> & {
  readonly isAsking: boolean;
  readonly onAsk: () => void;
  /** Confirmation page of the bank, or of the wallet. */
  readonly actionUrl?: string | null;
  /** Name of the local method whose page it is. */
  readonly actionName?: string | undefined;
  /** Cancels the confirmation to pay another way. */
  readonly onLeave?: (() => void) | undefined;
  readonly isLeaving?: boolean;
  /** The order came from a game or a mall, so its player returns there instead of the shop. */
  readonly isFromGame?: boolean;
  /** Primary button on a page that can pay the order itself. */
  readonly payButton?: ReactNode;
};

/** Bottom bar of each outcome: one primary button and the link to the shop. */
export function ResultButtons(props: ResultButtonsProps) {
  const project = useProject();
  const user = useSession();
  const t = useText();
  const { source } = props.order;
  // The cart is empty after its payment, so its result leads to the goods list.
  const chosenAt = useChosenAt(source === 'cart' ? 'direct' : source);
  const isPaidEvent = user && props.order.state === 'success' && isEventSource(source);
  const shop = user ? (isPaidEvent ? paths.goodsList(project) : chosenAt) : paths.home(project);
  return (
    <BottomBar wraps>
      {props.onLeave ? (
        <Button kind="ghost" busy={props.isLeaving ?? false} onClick={props.onLeave}>
          {t('result.leave_bank')}
        </Button>
      ) : (
        <Second {...props} shop={shop} />
      )}
      {isPaidEvent && chosenAt !== shop ? (
        <Button grow icon="gift" onClick={() => navigate(chosenAt)}>
          {t(source === 'card' ? 'card.claim_first' : 'wheel.back')}
        </Button>
      ) : (
        <NextButton {...props} shop={shop} />
      )}
    </BottomBar>
  );
}

/** The ghost button: customer service where an operator decides about the delivery, else the shop. */
function Second(props: ResultButtonsProps & { readonly shop: string }) {
  const t = useText();
  if (isParked(props.order)) {
    return (
      <SupportButton className={buttonClass({ kind: 'ghost' })} about={aboutOrder(props.order)}>
        {t('result.support')}
      </SupportButton>
    );
  }
  if (nextOf(props) === 'shop' || props.isFromGame) return null;
  return (
    <Button kind="ghost" onClick={() => navigate(props.shop)}>
      {t('result.shop')}
    </Button>
  );
}

/** The primary action of an order's state. */
export function NextButton(props: ResultButtonsProps & { readonly shop: string }) {
  const { order, actionUrl } = props;
  const t = useText();
  const configs = useConfigs();
  const project = useProject();

  const backToGame = (
    <Button
      grow
      icon="gamepad"
      onClick={() => returnToGame(thisDevice(), configs.game_scheme, props.shop)}
    >
      {t('result.back_to_game')}
    </Button>
  );
  const payment = withOrder(payPath(project, order.source), order.token);
  switch (nextOf(props)) {
    case 'game':
      return backToGame;
    case 'ask':
      return actionUrl ? (
        <Button grow icon="lock" onClick={() => window.location.assign(actionUrl)}>
          {props.actionName === undefined
            ? t(props.isWallet ? 'result.wallet_continue' : 'payment.bank_continue')
            : t('result.continue_to', { name: props.actionName })}
        </Button>
      ) : (
        <Button
          grow
          // A page with a code leads on by its copy.
          kind={codeOf(order) === undefined ? 'primary' : 'ghost'}
          busy={props.isAsking && props.isOverdue}
          onClick={props.onAsk}
        >
          {t('result.waiting_check')}
        </Button>
      );
    case 'given':
      return props.payButton;
    case 'pay':
      return (
        <Button grow onClick={() => navigate(payment)}>
          {t(order.state === 'open' ? 'result.pay_now' : 'result.leave_bank')}
        </Button>
      );
    case 'character':
      return (
        <Button
          grow
          onClick={() => navigate(paths.home(project), { state: { switching: payment } })}
        >
          {t('home.continue_as', { name: order.role.name })}
        </Button>
      );
    case 'shop':
      if (props.isFromGame) return backToGame;
      return (
        <Button wide onClick={() => navigate(props.shop)}>
          {t('payment.to_shop')}
        </Button>
      );
  }
}

/** Chooses the primary action; the shop is never offered twice. */
export function nextOf({
  order,
  payButton,
  payPlace,
}: Pick<ResultButtonsProps, 'order' | 'payButton' | 'payPlace'>) {
  switch (order.state) {
    case 'success':
    case 'refunded':
      return 'game';
    case 'waiting':
      return 'ask';
    case 'timeout':
      return 'shop';
    case 'open':
    case 'failed': {
      if (!resultView(order, { nowMs: serverNow(), isOverdue: false }).isPayable) return 'shop';
      if (payButton) return 'given';
      return payPlace === 'link' ? 'shop' : payPlace === 'here' ? 'pay' : 'character';
    }
    default:
      return unreachable(order.state, 'order state');
  }
}
