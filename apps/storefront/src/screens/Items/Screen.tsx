import { useNavigate } from 'react-router';
import { CartButton } from '../../features/cart/CartButton.tsx';
import { useProject } from '../../features/config/page.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { ShelfAside, ShelfFoot } from '../../features/goods/ShelfFoot.tsx';
import { useShelf } from '../../features/goods/use-shelf.ts';
import { LanguageSwitch } from '../../features/language/LanguageSwitch.tsx';
import { WhoLine } from '../../features/player/WhoLine.tsx';
import { QueryProvider } from '../../features/query/query.tsx';
import { LogOut } from '../../features/session/LogOut.tsx';
import { useSession } from '../../features/session/use-session.ts';
import type { UserInfo } from '../../features/storage/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { TopBar } from '../../ui/TopBar.tsx';
import { Packs } from './Packs.tsx';

/** R08: the item packs, each with what it contains. */
export default function Items() {
  const user = useSession();
  // Without a session the guard is already on its way home (R22).
  return user ? (
    <QueryProvider>
      <PackShelf user={user} />
    </QueryProvider>
  ) : null;
}

function PackShelf({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const project = useProject();
  const navigate = useNavigate();
  const shelf = useShelf(user, { choosesLast: false });
  const goToShelf = () => void navigate(paths.goodsList(project));
  return (
    <ShopFrame aside={<ShelfAside shelf={shelf} name={user.role.name} />}>
      <TopBar
        title={t('items.title')}
        onBack={goToShelf}
        end={
          <>
            <LanguageSwitch />
            <CartButton user={user} look="plain" />
          </>
        }
      />
      <WhoLine role={user.role} />
      <Packs shelf={shelf} onAll={goToShelf} />
      <ShopLegal more={<LogOut />} />
      <ShelfFoot shelf={shelf} />
    </ShopFrame>
  );
}
