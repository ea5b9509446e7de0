import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { ConfirmPanel } from '../../features/character/ConfirmPanel.tsx';
import type { ConfirmSheet } from '../../features/character/ConfirmSheets.tsx';
import { useConfirm } from '../../features/character/use-confirm.ts';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, usePage, useProject } from '../../api/page.tsx';
import { BarCart } from '../../features/frame/BarCart.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { useFirstTouch } from '../../browser/use-first-touch.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { enter, logOutScript } from '../../features/account/enter.ts';
import { endSession, userOf } from '../../features/account/session.ts';
import { storage } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { Announcement } from './Announcement.tsx';
import { Banners } from './Banners.tsx';
import { ConfirmButtons } from './ConfirmButtons.tsx';
import { EventsSkeleton } from './EventsSkeleton.tsx';
import styles from './Home.module.css';

// Sheets load with the first touch.
const Activities = lazy(() => import('../../features/goods-list/Activities.tsx'));
const ConfirmSheets = lazy(() => import('../../features/character/ConfirmSheets.tsx'));
// Few IDs belong to another game.
const OtherGame = lazy(() => import('../../features/character/OtherGame.tsx'));

const TRUST_MARKS = [
  ['bolt', 'home.trust_fast'],
  ['shield', 'home.trust_official'],
  ['lock', 'home.trust_secure'],
] as const;

/** Home of an unknown visitor: confirm the character, then buy (F01). */
export function NewVisitor({ brought }: { readonly brought: string | null }) {
  const t = useText();
  const { activities } = usePage();
  const configs = useConfigs();
  const project = useProject();
  const location = useLocation();
  const confirm = useConfirm(brought);
  const [sheet, setSheet] = useState<ConfirmSheet | null>(null);
  const isTouched = useFirstTouch();
  const isHydrated = useHydrated();
  const serverField = useRef<HTMLButtonElement>(null);
  const cidField = useRef<HTMLInputElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  const isServerChosen = useRef(false);
  const { lookup } = confirm;
  const otherCode = lookup.state === 'otherGame' ? lookup.code : null;

  // A closing dialog returns the focus to its opener first.
  useEffect(() => {
    if (sheet !== null || !isServerChosen.current) return;
    isServerChosen.current = false;
    cidField.current?.focus();
  }, [sheet]);

  // Preloads log-out for a visitor with a session, in case the network is lost by then.
  useEffect(() => {
    if (userOf(project) !== null) void logOutScript().catch(() => {});
  }, [project]);

  // A whole load: the other shop has its own configuration. Storage hides the ID from logs.
  const { cid } = confirm;
  const goToOther = useCallback(() => {
    if (otherCode === null) return;
    storage.write('cidBrought', cid, otherCode);
    window.location.assign(paths.home(otherCode));
  }, [otherCode, cid]);

  function goOn() {
    if (lookup.state !== 'found') return;
    enter(project, lookup.found);
    // A project that requires a password has home ask for it first.
    const needsNoPassword = lookup.found.has_pwd || limitsOf(configs).pwdStatus === '0';
    navigate(
      needsNoPassword
        ? (targetOf(location.state) ?? paths.goodsList(project))
        : paths.home(project),
    );
  }

  /** F18: ends the link's session, so that another character may be entered. */
  async function leaveLink() {
    try {
      (await logOutScript()).logOut(project);
    } catch {
      // Without the script, which only a lost network prevents, the session ends here.
      endSession(project, true);
    }
    confirm.again();
  }

  /** Focuses the first empty field of the look-up beside the ID. */
  function goToMissing() {
    asked.current?.querySelector<HTMLInputElement>('input[value=""]')?.focus();
  }

  function askForCharacter() {
    toast(t('home.choose_server_first'));
    serverField.current?.focus();
    serverField.current?.scrollIntoView({ block: 'center' });
  }

  return (
    <ShopFrame world="home">
      <div className={styles.page}>
        <HeroScene
          size="home"
          bar={<ShopBar end={<BarCart onNoCharacter={askForCharacter} />} />}
          cast={configs.theme.cast}
          title={configs.theme.tagline}
        >
          <Chip tone="gold" icon="gift">
            {t('home.bonus_chip')}
          </Chip>
        </HeroScene>
        <div className={styles.who}>
          {lookup.state === 'otherGame' ? (
            <Suspense>
              <OtherGame name={lookup.name} code={lookup.code} onGo={goToOther} />
            </Suspense>
          ) : (
            <ConfirmPanel
              confirm={confirm}
              serverField={serverField}
              cidField={cidField}
              asked={asked}
              onOpen={setSheet}
              onEnter={() => {
                confirm.cidIsDue();
                confirm.placeIsDue();
                const foot = confirm.bar;
                if (foot.action === 'continue') goOn();
                if (foot.action !== 'unlock' && foot.action !== 'checkAgain') return;
                if (foot.reason === null) confirm.again();
                else goToMissing();
              }}
            />
          )}
          <ConfirmButtons
            foot={confirm.bar}
            onChooseServer={() => setSheet('server')}
            onEnterId={() => {
              confirm.cidIsDue();
              cidField.current?.focus();
            }}
            onAgain={confirm.again}
            onLeaveLink={() => void leaveLink()}
            onMissing={goToMissing}
            onContinue={goOn}
            onGo={goToOther}
            onStay={() => confirm.typeCid('')}
          />
        </div>
        <ul className={styles.trust}>
          {TRUST_MARKS.map(([icon, text]) => (
            <li key={icon}>
              <Icon name={icon} />
              {t(text)}
            </li>
          ))}
        </ul>
        <div className={styles.news}>
          <Content>
            {activities.length > 0 && (
              <div className={styles.events}>
                {isHydrated ? (
                  <Suspense fallback={<EventsSkeleton />}>
                    <Activities events={activities} onPress={askForCharacter} />
                  </Suspense>
                ) : (
                  <EventsSkeleton />
                )}
              </div>
            )}
            <Banners onPress={askForCharacter} />
            <Announcement />
          </Content>
          <ShopLegal />
        </div>
      </div>
      {(isTouched || sheet !== null) && (
        <Suspense fallback={null}>
          <ConfirmSheets
            confirm={confirm}
            open={sheet}
            onServer={() => {
              isServerChosen.current = true;
            }}
            onClose={() => {
              setSheet(null);
              // A region is half of the answer; only closing the server list asks for the rest.
              if (sheet === 'server') confirm.placeIsDue();
            }}
          />
        </Suspense>
      )}
    </ShopFrame>
  );
}

/** Returns the page to continue on, set by a page that needs this character. */
function targetOf(state: unknown): string | null {
  const isSent = typeof state === 'object' && state !== null && 'switching' in state;
  return isSent && typeof state.switching === 'string' ? state.switching : null;
}
