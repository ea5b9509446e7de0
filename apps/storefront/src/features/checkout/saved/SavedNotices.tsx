import { useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import AccessSheet from '../../character/access/AccessSheet.tsx';
import RemoveCard from './RemoveCard.tsx';
import type { SavedCards } from './saved-cards.ts';

/** Saved cards that cannot pay yet: the device is to be confirmed, or the password has changed. */
export default function SavedNotices({ saved }: { readonly saved: SavedCards }) {
  const t = useText();
  const [sheet, setSheet] = useState({ round: 0, isOpen: false });
  const close = () => setSheet((last) => ({ ...last, isOpen: false }));
  const locked = saved.cards.filter((each) => each.is_locked);
  return (
    <>
      {saved.state === 'confirm' && (
        <Notice
          icon="lock"
          end={
            <Button
              kind="ghost"
              size="small"
              onClick={() => setSheet(({ round }) => ({ round: round + 1, isOpen: true }))}
            >
              {t('card.confirm')}
            </Button>
          }
        >
          {t('card.confirm_first')}
        </Notice>
      )}
      {locked.map((card) => (
        <Notice
          key={card.card}
          icon="lock"
          tone="warn"
          end={<RemoveCard card={card} saved={saved} />}
        >
          {t('card.locked', { card: card.label })}
        </Notice>
      ))}
      {sheet.round > 0 && (
        <AccessSheet
          key={sheet.round}
          start="device"
          character={saved.user.role}
          open={sheet.isOpen}
          onClose={close}
          onStale={() => {
            close();
            saved.reload();
          }}
          onDone={async () => {
            close();
            saved.reload();
          }}
        />
      )}
    </>
  );
}
