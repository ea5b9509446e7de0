import { navigate } from '../../router/history.ts';
import { useAccess } from '../../features/character/access/use-access.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { CharacterStrip } from '../../features/account/CharacterStrip.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';

/** Home of a project that requires a password (`pwd_status`). */
export function NeedsPassword({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const { theme } = useConfigs();
  const project = useProject();
  const access = useAccess(user, true);
  return (
    <ShopFrame>
      <HeroScene size="strip" bar={<ShopBar />} cast={theme.cast} />
      <CharacterStrip
        role={user.role}
        below={<LogOut className={textButtonClass} />}
        onSwitch={() => navigate(paths.home(project), { state: { switching: true } })}
      />
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
      <BottomBar>
        <Button wide icon="shield" onClick={access.open}>
          {t('access.set')}
        </Button>
      </BottomBar>
      {access.sheet}
    </ShopFrame>
  );
}
