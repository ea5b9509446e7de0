import { navigate } from '../../router/history.ts';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { useProject } from '../../api/page.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { GoodsListAside, GoodsListBar } from '../../features/goods-list/GoodsListBar.tsx';
import { useGoodsList } from '../../features/goods-list/use-goods-list.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { CharacterLine } from '../../features/account/CharacterLine.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import { withSession } from '../../features/account/with-session.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { Packs } from './Packs.tsx';

export default withSession(PackList);

/** R08: the item packs with their contents. */
function PackList({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const project = useProject();
  const shelf = useGoodsList(user, { choosesLast: false });
  const goToGoods = () => navigate(paths.goodsList(project));
  return (
    <ShopFrame aside={<GoodsListAside goodsList={shelf} name={user.role.name} />}>
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
