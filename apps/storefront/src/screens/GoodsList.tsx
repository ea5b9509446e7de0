import { navigate } from '../router/history.ts';
import { CartButton } from '../features/cart/CartButton.tsx';
import { useConfigs, usePage, useProject } from '../api/page.tsx';
import { ReadyCount } from '../features/events/ReadyCount.tsx';
import { useShownEvents } from '../features/events/use-shown-events.ts';
import { ShopBar } from '../features/frame/ShopBar.tsx';
import { ShopFrame } from '../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../features/frame/ShopLegal.tsx';
import { EventPromo } from '../features/goods-list/EventPromo.tsx';
import { GoodsListAside, GoodsListBar } from '../features/goods-list/GoodsListBar.tsx';
import { GoodsRail } from '../features/goods-list/GoodsRail.tsx';
import { GoodsListView } from '../features/goods-list/GoodsListView.tsx';
import { linesOf, RewardLine } from '../features/goods-list/RewardPlace.tsx';
import { useGoodsList } from '../features/goods-list/use-goods-list.ts';
import { DayPopup, useDayPopup } from '../features/goods-list/DayPopup.tsx';
import { PendingStrip } from '../features/orders/PendingStrip.tsx';
import { CharacterStrip } from '../features/account/CharacterStrip.tsx';
import { QueryProvider } from '../features/account/query.tsx';
import { LogOut } from '../features/account/LogOut.tsx';
import { useSession } from '../features/account/use-session.ts';
import type { UserInfo } from '../browser/storage.ts';
import { useText } from '../i18n/text.tsx';
import { paths } from '../router/paths.ts';
import { HeroScene } from '../ui/HeroScene/HeroScene.tsx';

/** R07: the goods for the session's character. */
export default function GoodsList() {
  const { known } = usePage();
  const user = useSession();
  // Without a session the guard is already on its way home (R22).
  if (user === null || (user === undefined && !known)) return null;
  return (
    <QueryProvider>
      <Goods user={user} />
    </QueryProvider>
  );
}

/** `user` is undefined on the server-rendered page, which knows no names. */
function Goods({ user }: { readonly user: UserInfo | undefined }) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const shelf = useGoodsList(user, { choosesLast: true });
  const events = useShownEvents(user, shelf.list?.activities ?? []);
  const [showsPopup, closePopup] = useDayPopup();
  const onSwitch = () => navigate(paths.home(project), { state: { switching: true } });
  return (
    <ShopFrame
      cart={<CartButton user={user} />}
      ready={<ReadyCount events={events} />}
      rail={<GoodsRail goodsList={shelf} events={events} />}
      pane={
        <>
          <CharacterStrip inPane role={user?.role} onSwitch={onSwitch} />
          <GoodsListAside goodsList={shelf} name={user?.role.name ?? ''} events={events} />
        </>
      }
    >
      <HeroScene
        size="strip"
        bar={<ShopBar end={<CartButton user={user} />} />}
        cast={configs.theme.cast}
      />
      <h1 className="sr-only" tabIndex={-1}>
        {t('goods.title')}
      </h1>
      <CharacterStrip role={user?.role} onSwitch={onSwitch} />
      <PendingStrip user={user} />
      <GoodsListView
        goodsList={shelf}
        promo={
          <>
            <EventPromo events={events} />
            <RewardLine events={events} lines={linesOf(shelf.selected)} />
          </>
        }
      />
      <ShopLegal more={<LogOut />} />
      <GoodsListBar goodsList={shelf} />
      {showsPopup && <DayPopup onClose={closePopup} />}
    </ShopFrame>
  );
}
