import { EventPage } from '../../features/events/EventPage.tsx';
import { useDayResets } from '../../features/events/use-day-resets.ts';
import { useEvent } from '../../features/events/use-event.ts';
import { useCountry } from '../../features/goods/country.ts';
import { withSession } from '../../features/account/with-session.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { Running } from './Running.tsx';

export default withSession(Cumulation);

/** R16: the cumulation event (F09). Two addresses lead here. */
function Cumulation({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const dayResets = useDayResets();
  const [country] = useCountry();
  const event = useEvent('cumulationInfo', user, { country });
  return (
    <EventPage
      event={event}
      title={t('title.cumulation')}
      art="trophy"
      rules={() => [
        t('cumulation.rule_points'),
        t('cumulation.rule_days'),
        dayResets,
        t('cumulation.rule_refund'),
      ]}
    >
      {(info) => <Running key={info.id} user={user} event={event} info={info} />}
    </EventPage>
  );
}
