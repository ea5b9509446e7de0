import { useNavigate } from 'react-router';
import { useAccess } from '../../features/access/use-access.tsx';
import { useConfigs, useProject } from '../../features/config/page.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { WhoStrip } from '../../features/player/WhoStrip.tsx';
import { LogOut } from '../../features/session/LogOut.tsx';
import type { UserInfo } from '../../features/storage/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/Blank.tsx';
import { Button } from '../../ui/Button.tsx';
import { Foot } from '../../ui/Foot.tsx';
import { Content } from '../../ui/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene.tsx';
import { textButtonClass } from '../../ui/TextButton.tsx';
import styles from './NeedsPassword.module.css';

/** Home where the project sells nothing to a character without a password (`pwd_status`). */
export function NeedsPassword({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const { theme } = useConfigs();
  const project = useProject();
  const navigate = useNavigate();
  const access = useAccess(user, true);
  return (
    <ShopFrame>
      <HeroScene size="strip" bar={<ShopBar />} cast={theme.cast} />
      <WhoStrip
        role={user.role}
        below={<LogOut className={textButtonClass} />}
        onSwitch={() => void navigate(paths.home(project), { state: { switching: true } })}
      />
      <Content>
        <EmptyState
          heading="h1"
          title={t('access.protect')}
          picture={
            theme.art['shield'] && (
              <img className={styles.shield} src={theme.art['shield']} alt="" />
            )
          }
        >
          {t('access.needed')}
        </EmptyState>
      </Content>
      <ShopLegal />
      <Foot>
        <Button wide icon="shield" onClick={access.open}>
          {t('access.set')}
        </Button>
      </Foot>
      {access.sheet}
    </ShopFrame>
  );
}
