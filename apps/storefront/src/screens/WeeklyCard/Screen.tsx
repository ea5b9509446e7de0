import { useState } from 'react';
import { useCountry } from '../../features/goods/country.ts';
import { EventPage } from '../../features/events/EventPage.tsx';
import { useEvent } from '../../features/events/use-event.ts';
import { withSession } from '../../features/account/with-session.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { type Cards, firstCard } from './card-view.ts';
import { CardPage, useCardRules } from './CardPage.tsx';

export default withSession(WeeklyCard);

/** R17: a card that gives items at once and daily, and boosts top-ups (F10). */
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
