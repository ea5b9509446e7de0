import { unreachable } from '../../browser/unreachable.ts';
import type { ConfirmBar } from '../../features/character/confirm-bar.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';

export type ConfirmButtonsProps = {
  readonly foot: ConfirmBar;
  /** Price of the selected items; null: none. */
  readonly price?: string | null;
  /** Goes on with the selected items while the character is not known yet. */
  readonly onBuy?: () => void;
  readonly onChooseServer: () => void;
  /** Moves the focus to the ID field. */
  readonly onEnterId: () => void;
  readonly onAgain: () => void;
  /** F18: leaves the character of an access link. */
  readonly onLeaveLink: () => void;
  /** Moves the focus to the first other empty field. */
  readonly onMissing: () => void;
  readonly onContinue: () => void;
  readonly onGo: () => void;
  readonly onStay: () => void;
};

/** These concern the session or another shop, whatever is selected. */
const LEAVING: readonly ConfirmBar['action'][] = ['leaveLink', 'otherGame'];

/** Shows home's one primary button, by what is still missing. */
export function ConfirmButtons(props: ConfirmButtonsProps) {
  return (
    <BottomBar>
      <ConfirmPrimary {...props} />
    </BottomBar>
  );
}

/** The button itself, for a bar or a sheet's foot. */
export function ConfirmPrimary(props: ConfirmButtonsProps) {
  const { foot, price = null, onBuy } = props;
  const t = useText();
  if (price !== null && onBuy && !LEAVING.includes(foot.action) && foot.action !== 'continue') {
    return (
      <Button wide onClick={onBuy}>
        {t('buy.price', { price })}
      </Button>
    );
  }
  switch (foot.action) {
    case 'chooseServer':
      return (
        <Button wide onClick={props.onChooseServer}>
          {t('home.choose_server')}
        </Button>
      );
    case 'enterId':
      return (
        <Button wide blocked={t(foot.reason)} onBlocked={props.onEnterId}>
          {t('home.enter_id')}
        </Button>
      );
    case 'checking':
      return (
        <Button wide busy busyLabel={t('home.checking')}>
          {t('home.checking')}
        </Button>
      );
    case 'unlock':
    case 'checkAgain': {
      const unlocks = foot.action === 'unlock';
      return (
        <Button
          wide
          {...(unlocks ? { icon: 'lock' } : {})}
          blocked={foot.reason === null ? undefined : t(foot.reason)}
          onBlocked={props.onMissing}
          onClick={props.onAgain}
        >
          {t(unlocks ? 'home.unlock' : 'home.check_again')}
        </Button>
      );
    }
    case 'leaveLink':
      return (
        <Button wide onClick={props.onLeaveLink}>
          {t('home.switch_label')}
        </Button>
      );
    case 'otherGame':
      return (
        <>
          <Button kind="ghost" onClick={props.onStay}>
            {t('home.other_game_stay')}
          </Button>
          <Button grow onClick={props.onGo}>
            {t('home.other_game_go')}
          </Button>
        </>
      );
    case 'continue':
      return (
        <Button wide onClick={props.onContinue}>
          {price === null
            ? t('home.continue_as', { name: foot.name })
            : t('buy.for', { name: foot.name, price })}
        </Button>
      );
    default:
      return unreachable(foot, 'foot');
  }
}
