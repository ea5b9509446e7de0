import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { AccessRow } from '../../features/access/AccessRow.tsx';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { useConfigs, useProject } from '../../features/config/page.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { useEventNews } from '../../features/event/use-news.ts';
import Activities from '../../features/goods/Activities.tsx';
import { findGoods } from '../../features/goods/queries.ts';
import { isForSale } from '../../features/goods/selection.ts';
import { ShelfAside, ShelfFoot } from '../../features/goods/ShelfFoot.tsx';
import { ShelfView } from '../../features/goods/ShelfView.tsx';
import { useShelf } from '../../features/goods/use-shelf.ts';
import { channelsQuery } from '../../features/payment/queries.ts';
import { WhoStrip } from '../../features/player/WhoStrip.tsx';
import { useCountry } from '../../features/price/country.ts';
import { QueryProvider } from '../../features/query/query.tsx';
import { LogOut } from '../../features/session/LogOut.tsx';
import { storage, type UserInfo } from '../../features/storage/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { Content } from '../../ui/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene.tsx';
import { textButtonClass } from '../../ui/TextButton.tsx';
import { Announcement } from './Announcement.tsx';
import { Banners } from './Banners.tsx';
import { BuyAgain } from './BuyAgain.tsx';
import { NeedsPassword } from './NeedsPassword.tsx';

/** Home of a returning player: who it is, the last purchase again, news, the shelf. */
export default function Back({ user }: { readonly user: UserInfo }) {
  const { pwd_status } = useConfigs();
  if (pwd_status === '1' && !user.has_pwd) return <NeedsPassword user={user} />;
  return (
    <QueryProvider>
      <Returning user={user} />
    </QueryProvider>
  );
}

function Returning({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const navigate = useNavigate();
  const shelf = useShelf(user, { choosesLast: false });
  const [country] = useCountry();
  const events = useEventNews(user, shelf.list?.activities ?? []);
  const last = storage.read('lastPurchase', project);
  const again = findGoods(shelf.list, last?.product_id ?? null);
  const hasAgain = again !== null && isForSale(again);
  const channels = useQuery({ ...channelsQuery(country), enabled: last !== null });
  const channel = channels.data?.channels.find((each) => each.pay_id === last?.pay_id);

  return (
    <ShopFrame aside={<ShelfAside shelf={shelf} name={user.role.name} leadsToCart={!hasAgain} />}>
      <HeroScene
        size="strip"
        bar={<ShopBar end={<CartButton user={user} />} />}
        cast={configs.theme.cast}
      />
      <h1 className="sr-only" tabIndex={-1}>
        {t('home.back_title')}
      </h1>
      <WhoStrip
        role={user.role}
        below={
          <>
            <AccessRow user={user} />
            <LogOut className={textButtonClass} />
          </>
        }
        onSwitch={() => void navigate(paths.home(project), { state: { switching: true } })}
      />
      <Content>
        {again && hasAgain && (
          <BuyAgain
            goods={again}
            channel={channel?.name ?? null}
            isPrimary={shelf.selected.length === 0}
            onBuy={() => shelf.buy(again, 1)}
          />
        )}
        {events.length > 0 ? <Activities events={events} onEnd={shelf.retry} /> : <Banners />}
      </Content>
      <ShelfView shelf={shelf} />
      <Content>
        {events.length > 0 && <Banners />}
        <Announcement />
      </Content>
      <ShopLegal />
      <ShelfFoot shelf={shelf} leadsToCart={!hasAgain} />
    </ShopFrame>
  );
}
