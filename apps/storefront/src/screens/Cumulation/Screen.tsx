import { EventPage } from '../../features/events/EventPage.tsx';
import { useEvent } from '../../features/events/use-event.ts';
import { QueryProvider } from '../../features/account/query.tsx';
import { useSession } from '../../features/account/use-session.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { Running } from './Running.tsx';

/** R16: the cumulation event (F09). Two addresses lead here. */
export default function CumulationScreen() {
  const user = useSession();
  // Without a session the guard is already on its way home (R22).
  return user ? (
    <QueryProvider>
      <Cumulation user={user} />
    </QueryProvider>
  ) : null;
}

function Cumulation({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const event = useEvent('cumulationInfo', user, {});
  return (
    <EventPage
      event={event}
      title={t('title.cumulation')}
      art="trophy"
      rules={() => [
        t('cumulation.rule_points'),
        t('cumulation.rule_days'),
        t('event.day_resets'),
        t('cumulation.rule_refund'),
      ]}
    >
      {(info) => <Running key={info.id} user={user} event={event} info={info} />}
    </EventPage>
  );
}
