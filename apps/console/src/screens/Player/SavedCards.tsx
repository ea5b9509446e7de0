import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import type { PlayerFile } from './player-file.ts';
import styles from './Player.module.css';

const STATES = {
  being_saved: { tone: 'yellow', text: 'Being saved' },
  usable: { tone: 'green', text: 'Can pay' },
  locked: { tone: 'orange', text: 'Locked by a new password' },
  expired: { tone: 'grey', text: 'Expired' },
  removing: { tone: 'grey', text: 'Being removed' },
} as const;

/** Cards that the gateway keeps for the character: the brand and the last four digits are all that is shown. */
export function SavedCards({ file }: { readonly file: PlayerFile }) {
  const { saved_cards: cards, device_confirmed_at: confirmedAt, now } = file;
  if (cards.length === 0) return null;
  return (
    <Card
      title="Saved cards"
      note={
        confirmedAt === null ? (
          'no device was confirmed lately'
        ) : (
          <>
            a device was confirmed <Time at={confirmedAt} now={now} as="distance" />
          </>
        )
      }
    >
      <ul className={styles['elsewhere']}>
        {cards.map(({ order_id: orderId, brand, masked, state, saved_at: at, used_at: usedAt }) => (
          <li key={orderId}>
            <span className="row">
              <span>
                {brand ?? 'Card'} <span className="mono">{masked ?? 'not known'}</span>
              </span>
              <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
            </span>
            <span className="muted small">
              saved <Time at={at} now={now} as="full" /> with{' '}
              <ConsoleLink to={`/orders/${orderId}`}>its order</ConsoleLink>
              {usedAt !== null && (
                <>
                  , used <Time at={usedAt} now={now} as="distance" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
