import { useQuery } from '@tanstack/react-query';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { AccessRow } from '../../features/character/access/AccessRow.tsx';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { ReadyCount } from '../../features/events/ReadyCount.tsx';
import { useShownEvents } from '../../features/events/use-shown-events.ts';
import Activities from '../../features/goods-list/Activities.tsx';
import { findGoods } from '../../features/goods/queries.ts';
import { isForSale } from '../../features/goods/selection.ts';
import { GoodsListAside, GoodsListBar } from '../../features/goods-list/GoodsListBar.tsx';
import { GoodsRail } from '../../features/goods-list/GoodsRail.tsx';
import { GoodsListView } from '../../features/goods-list/GoodsListView.tsx';
import { useGoodsList } from '../../features/goods-list/use-goods-list.ts';
import { buyingOf } from '../../features/buy-sheet/lines.ts';
import { useGoOn } from '../../features/buy-sheet/use-go-on.ts';
import { channelsQuery } from '../../features/checkout/payment/queries.ts';
import { PendingStrip } from '../../features/orders/PendingStrip.tsx';
import { CharacterStrip } from '../../features/account/CharacterStrip.tsx';
import { useCountry } from '../../features/goods/country.ts';
import { QueryProvider } from '../../features/account/query.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import { storage, type UserInfo } from '../../browser/storage.ts';
import { useText, useLang } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Content, PanePart } from '../../ui/Frame/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { Announcement } from './Announcement.tsx';
import { Banners } from './Banners.tsx';
import { useAccess } from '../../features/character/access/use-access.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import type { Goods } from '@webpay/contract/calls';
import { useId, useState } from 'react';
import { bonusText } from '../../features/goods/goods-text.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import section from '../../styles/section-title.module.css';
import styles from './BuyAgain.module.css';

/** Home of a returning player: character, last purchase, news, goods list. */
export default function ReturningVisitor({ user }: { readonly user: UserInfo }) {
  const { pwdStatus } = limitsOf(useConfigs());
  if (pwdStatus === '1' && !user.has_pwd) return <NeedsPassword user={user} />;
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
  const location = useLocation();
  const [buying] = useState(() => buyingOf(location.state));
  const chosen = buying.map(({ id }) => id);
  const shelf = useGoodsList(user, { choosesLast: false, chosen });
  useGoOn(buying, shelf);
  const [country] = useCountry();
  const events = useShownEvents(user, shelf.list?.activities ?? []);
  const last = storage.read('lastPurchase', project);
  const again = findGoods(shelf.list, last?.product_id ?? null);
  const hasAgain = again !== null && isForSale(again);
  const channels = useQuery({ ...channelsQuery(country), enabled: last !== null });
  const channel = channels.data?.channels.find((each) => each.pay_id === last?.pay_id);
  const onSwitch = () => navigate(paths.home(project), { state: { switching: true } });
  const below = (
    <>
      <AccessRow user={user} />
      <LogOut className={textButtonClass} />
    </>
  );

  return (
    <ShopFrame
      cart={<CartButton user={user} />}
      ready={<ReadyCount events={events} />}
      rail={<GoodsRail goodsList={shelf} events={events} />}
      pane={
        <>
          <CharacterStrip inPane role={user.role} below={below} onSwitch={onSwitch} />
          <GoodsListAside
            goodsList={shelf}
            name={user.role.name}
            events={events}
            leadsToCart={!hasAgain}
          />
        </>
      }
    >
      <HeroScene
        size="strip"
        bar={<ShopBar end={<CartButton user={user} />} />}
        cast={configs.theme.cast}
      />
      <h1 className="sr-only" tabIndex={-1}>
        {t('home.back_title')}
      </h1>
      <CharacterStrip role={user.role} below={below} onSwitch={onSwitch} />
      <PendingStrip user={user} />
      <Content>
        {again && hasAgain && (
          <BuyAgain
            goods={again}
            channel={channel?.name ?? null}
            isPrimary={shelf.selected.length === 0}
            onBuy={() => shelf.buy(again, 1)}
          />
        )}
        {events.length > 0 ? (
          <div className={styles.events}>
            <Activities events={events} onEnd={shelf.retry} />
          </div>
        ) : (
          <Banners />
        )}
      </Content>
      <GoodsListView goodsList={shelf} />
      <Content>
        {events.length > 0 && <Banners />}
        <Announcement />
      </Content>
      <ShopLegal />
      <GoodsListBar goodsList={shelf} leadsToCart={!hasAgain} />
    </ShopFrame>
  );
}

/** Home of a project that requires a password (`pwd_status`). */
function NeedsPassword({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const { theme } = useConfigs();
  const project = useProject();
  const access = useAccess(user, true);
  const strip = {
    role: user.role,
    below: <LogOut className={textButtonClass} />,
    onSwitch: () => navigate(paths.home(project), { state: { switching: true } }),
  };
  const action = (
    <Button wide icon="shield" onClick={access.open}>
      {t('access.set')}
    </Button>
  );
  return (
    <ShopFrame
      pane={
        <>
          <CharacterStrip inPane {...strip} />
          <PanePart end>{action}</PanePart>
        </>
      }
    >
      <HeroScene size="strip" bar={<ShopBar />} cast={theme.cast} />
      <CharacterStrip {...strip} />
      <Content>
        <EmptyState
          heading="h1"
          title={t('access.protect')}
          picture={theme.art['shield'] && <img className="fit" src={theme.art['shield']} alt="" />}
        >
          {t('access.needed')}
        </EmptyState>
      </Content>
      <ShopLegal />
      <BottomBar>{action}</BottomBar>
      {access.sheet}
    </ShopFrame>
  );
}

/** Offers the last purchase again, two taps from paid. */
function BuyAgain(props: {
  readonly goods: Goods;
  /** The last payment channel, if it is still open. */
  readonly channel: string | null;
  /** True while nothing is selected in the goods list. */
  readonly isPrimary: boolean;
  readonly onBuy: () => void;
}) {
  const { goods } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const id = useId();
  const bonus = bonusText(goods, { t, lang });
  const price = money(goods.price);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={section.title}>
        {t('home.buy_again')}
      </h2>
      <Panel className={styles.again}>
        <div className={styles.stage}>
          <GoodsImage size="fill" tier={goods.tier} picture={goods.image} pedestal rays eager />
        </div>
        <div className={styles.text}>
          <h3>{goods.name}</h3>
          {bonus && <Chip tone="gold">{bonus}</Chip>}
          {props.channel && (
            <span className="muted">{t('home.like_last_time', { channel: props.channel })}</span>
          )}
          <Button
            kind={props.isPrimary ? 'primary' : 'ghost'}
            wide
            label={`${t('home.buy_again')}, ${goods.name}, ${price}`}
            onClick={props.onBuy}
          >
            {price}
          </Button>
        </div>
      </Panel>
    </section>
  );
}
