import { useState } from 'react';
import { useCountry } from '../../features/price/country.ts';
import { EventPage } from '../../features/event/EventPage.tsx';
import { useEvent } from '../../features/event/use-event.ts';
import { QueryProvider } from '../../features/query/query.tsx';
import { useSession } from '../../features/session/use-session.ts';
import type { UserInfo } from '../../features/storage/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { type Cards, firstCard } from './card-view.ts';
import { CardPage } from './CardPage.tsx';
import { useCardRules } from './use-card-rules.ts';

/** R17: a card that gives at once, every day, and more of every top-up (F10). */
export default function WeeklyCardScreen() {
  const user = useSession();
  // Without a session the guard is already on its way home (R22).
  return user ? (
    <QueryProvider>
      <WeeklyCard user={user} />
    </QueryProvider>
  ) : null;
}

function WeeklyCard({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const [country] = useCountry();
  const event = useEvent('cardInfo', user, { country });
  const [chosen, setChosen] = useState<string | null>(null);
  const rulesOf = useCardRules();
  const shown = ({ cards }: Cards) =>
    cards.find(({ card_id }) => card_id === chosen) ?? firstCard(cards);
  return (
    <EventPage
      event={event}
      title={t('title.card')}
      art="calendar"
      isPlain
      rules={(info) => rulesOf(shown(info))}
      isOpenAfterEnd={({ cards }) => cards.some(({ owned }) => owned !== null)}
    >
      {(info) => (
        <CardPage
          user={user}
          country={country}
          event={event}
          info={info}
          card={shown(info)}
          onChoose={setChosen}
        />
      )}
    </EventPage>
  );
}
