import type { UserInfo } from '../../browser/storage.ts';
import { withSession } from '../../features/account/with-session.tsx';
import { About, bargainRules, oddsBelowRules } from '../../features/events/bargain/About.tsx';
import { AllBought } from '../../features/events/bargain/AllBought.tsx';
import { Coupon, NewCoupon } from '../../features/events/bargain/Coupon.tsx';
import { Meter } from '../../features/events/bargain/Meter.tsx';
import { NextBar } from '../../features/events/bargain/NextBar.tsx';
import { type BargainInfo, chosenPack } from '../../features/events/bargain/next-step.ts';
import { Packs } from '../../features/events/bargain/Packs.tsx';
import { Tasks } from '../../features/events/bargain/Tasks.tsx';
import { type Bargain, useBargain, WHEEL } from '../../features/events/bargain/use-bargain.ts';
import { EventBody, EventPage } from '../../features/events/EventPage.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { useText } from '../../i18n/text.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { useLocation } from '../../router/location.tsx';
import section from '../../styles/section-title.module.css';
import styles from './Screen.module.css';
import { Wheel } from './Wheel.tsx';

export default withSession(BargainScreen);

/** R15: the bargain, with the lucky wheel at its own fragment (F07, F08). */
function BargainScreen({ user }: { readonly user: UserInfo }) {
  const { hash } = useLocation();
  const bargain = useBargain(user);
  return hash === WHEEL ? <Wheel bargain={bargain} /> : <BargainView bargain={bargain} />;
}

/** Renders the bargain: coupon, packs, meter, today's tasks, contents of the pack. */
function BargainView({ bargain }: { readonly bargain: Bargain }) {
  const t = useText();
  const money = useMoney();
  return (
    <EventPage
      event={bargain.event}
      title={t('title.bargain')}
      art="gift"
      rules={(info) => bargainRules(t, money, info)}
      belowRules={oddsBelowRules}
    >
      {(info) => <Open bargain={bargain} info={info} />}
    </EventPage>
  );
}

function Open({ bargain, info }: { readonly bargain: Bargain; readonly info: BargainInfo }) {
  const t = useText();
  const { country, event } = bargain;
  const bought = info.packs.find(({ state }) => state === 'bought');
  const left = info.packs.find(({ state }) => state !== 'bought');
  const shown = chosenPack(info);
  const about = <About info={info} packs={shown ? [shown] : info.packs} country={country} />;
  return (
    <>
      <EventBody>
        {left && info.coupon && (
          <Coupon coupon={info.coupon} isNew={bargain.hasNewCoupon} onEnd={event.refresh} />
        )}
        {!left && <AllBought />}
        {bought && left && (
          <Notice tone="ok" icon="check-circle">
            {t('bargain.bought_other', { name: bought.name })}
          </Notice>
        )}
        <div className={styles.split}>
          <div>
            {left && shown === null && <h2 className={section.title}>{t('bargain.pack')}</h2>}
            <Packs info={info} choosing={bargain.choosing} onChoose={bargain.choose} />
          </div>
          {/* Contents help to choose; afterwards the tasks come first. */}
          {shown ? <Meter pack={shown} /> : about}
          {left && <Tasks bargain={bargain} info={info} className={styles.tasks} />}
          {shown && about}
        </div>
      </EventBody>
      <NextBar bargain={bargain} info={info} />
      <NewCoupon coupon={info.coupon} show={bargain.hasNewCoupon} onTake={bargain.takeCoupon} />
    </>
  );
}
