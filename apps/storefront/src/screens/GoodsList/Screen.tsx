import { useNavigate } from 'react-router';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { useConfigs, usePage, useProject } from '../../features/config/page.tsx';
import { useEventNews } from '../../features/event/use-news.ts';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { EventPromo } from '../../features/goods/EventPromo.tsx';
import { ShelfAside, ShelfFoot } from '../../features/goods/ShelfFoot.tsx';
import { ShelfView } from '../../features/goods/ShelfView.tsx';
import { useShelf } from '../../features/goods/use-shelf.ts';
import { DayPopup } from '../../features/popup/DayPopup.tsx';
import { useDayPopup } from '../../features/popup/use-day-popup.ts';
import { WhoStrip } from '../../features/player/WhoStrip.tsx';
import { QueryProvider } from '../../features/query/query.tsx';
import { LogOut } from '../../features/session/LogOut.tsx';
import { useSession } from '../../features/session/use-session.ts';
import type { UserInfo } from '../../features/storage/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { HeroScene } from '../../ui/HeroScene.tsx';

/** R07: the goods, for the character whose session this is. */
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

/** `user` is undefined while the page is as the server rendered it, who knows no names. */
function Goods({ user }: { readonly user: UserInfo | undefined }) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const navigate = useNavigate();
  const shelf = useShelf(user, { choosesLast: true });
  const events = useEventNews(user, shelf.list?.activities ?? []);
  const [showsPopup, closePopup] = useDayPopup();
  return (
    <ShopFrame aside={<ShelfAside shelf={shelf} name={user?.role.name ?? ''} />}>
      <HeroScene
        size="strip"
        bar={<ShopBar end={<CartButton user={user} />} />}
        cast={configs.theme.cast}
      />
      <h1 className="sr-only" tabIndex={-1}>
        {t('goods.title')}
      </h1>
      <WhoStrip
        role={user?.role}
        onSwitch={() => void navigate(paths.home(project), { state: { switching: true } })}
      />
      <ShelfView shelf={shelf} promo={<EventPromo events={events} />} />
      <ShopLegal more={<LogOut />} />
      <ShelfFoot shelf={shelf} />
      {showsPopup && <DayPopup onClose={closePopup} />}
    </ShopFrame>
  );
}
