import { navigate } from '../../router/history.ts';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { useProject } from '../../api/page.tsx';
import { ReadyCount } from '../../features/events/ReadyCount.tsx';
import { useShownEvents } from '../../features/events/use-shown-events.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { GoodsListAside, GoodsListBar } from '../../features/goods-list/GoodsListBar.tsx';
import { useGoodsList, type GoodsListState } from '../../features/goods-list/use-goods-list.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { CharacterLine } from '../../features/account/CharacterLine.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import { withSession } from '../../features/account/with-session.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { ALL, inCategory } from '../../features/goods/selection.ts';
import { EmptyCategory, GoodsFailed } from '../../features/goods-list/GoodsListView.tsx';
import { cx } from '../../ui/cx.ts';
import { Chips } from '../../ui/Chips/Chips.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { SkeletonCard, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import styles from './Packs.module.css';
import { PackCard } from './PackCard.tsx';

export default withSession(PackList);

/** R08: the item packs with their contents. */
function PackList({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const project = useProject();
  const shelf = useGoodsList(user, { choosesLast: false });
  const events = useShownEvents(user, shelf.list?.activities ?? []);
  const goToGoods = () => navigate(paths.goodsList(project));
  return (
    <ShopFrame
      ready={<ReadyCount events={events} />}
      pane={<GoodsListAside goodsList={shelf} name={user.role.name} events={events} />}
    >
      <TopBar
        title={t('items.title')}
        onBack={goToGoods}
        end={
          <>
            <LanguageSwitch />
            <CartButton user={user} look="plain" />
          </>
        }
      />
      <CharacterLine role={user.role} />
      <Packs goodsList={shelf} onAll={goToGoods} />
      <ShopLegal more={<LogOut />} />
      <GoodsListBar goodsList={shelf} />
    </ShopFrame>
  );
}

/** Width to height of a card with two lines of contents. */
const OUTLINE_RATIO = 2.4;

function Packs(props: { readonly goodsList: GoodsListState; readonly onAll: () => void }) {
  const { goodsList: shelf } = props;
  const t = useText();
  const showsSkeleton = useSkeleton(shelf.isLoading);
  if (shelf.list === undefined || showsSkeleton) {
    if (shelf.failure !== null && shelf.list === undefined)
      return <GoodsFailed goodsList={shelf} />;
    return (
      <Content>
        <SlowNote text="goods.loading_long" onRetry={shelf.retry} />
        <SkeletonGroup className={cx('stack', styles.columns)}>
          {/* As many as fill a window of three columns: the legal line stays below it. */}
          {Array.from({ length: 12 }, (_, index) => (
            <SkeletonCard key={index} ratio={OUTLINE_RATIO} />
          ))}
        </SkeletonGroup>
      </Content>
    );
  }

  const packs = shelf.list.goods.filter(({ kind }) => kind === 'pack');
  const kinds = shelf.list.categories.filter(({ id }) => inCategory(packs, id).length > 0);
  const category = kinds.some(({ id }) => id === shelf.category) ? shelf.category : ALL;
  const shown = inCategory(packs, category);
  if (shown.length === 0) return <EmptyCategory onAll={props.onAll} />;
  return (
    <>
      {kinds.length > 1 && (
        <Chips
          label={t('goods.filter')}
          options={[
            { id: ALL, label: t('goods.all') },
            ...kinds.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={category}
          onChange={shelf.setCategory}
        />
      )}
      <p role="status" className="sr-only">
        {t('goods.count', { count: shown.length })}
      </p>
      <div className={styles.packs}>
        <ul className={cx('stack', styles.columns)} aria-label={t('items.list')}>
          {shown.map((each, index) => (
            <li key={each.product_id}>
              <PackCard
                goods={each}
                selected={shelf.selected.includes(each)}
                eager={index < 2}
                onSelect={shelf.select}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
