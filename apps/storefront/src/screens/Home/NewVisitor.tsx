import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ConfirmPanel } from '../../features/character/ConfirmPanel.tsx';
import type { ConfirmSheet } from '../../features/character/ConfirmSheets.tsx';
import { useConfirm } from '../../features/character/use-confirm.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useHasPane } from '../../browser/use-has-pane.ts';
import { CountryLine } from '../../features/goods-list/CountryLine.tsx';
import { useConfirmRefs } from '../../features/character/use-confirm-refs.ts';
import { BarCart } from '../../features/frame/BarCart.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { useFirstTouch } from '../../browser/use-first-touch.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { logOutScript } from '../../features/account/enter.ts';
import { endSession, userOf } from '../../features/account/session.ts';
import { storage } from '../../browser/storage.ts';
import { mostGain } from '../../features/goods/gain.ts';
import { formatPercent } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { ConfirmButtons, ConfirmPrimary } from './ConfirmButtons.tsx';
import { EventsLater } from './EventsLater.tsx';
import { HomeGoods, homeSections, HomeGoodsSkeleton } from './HomeGoods.tsx';
import { Trust } from './Trust.tsx';
import { usePurchase } from './use-purchase.ts';
import { useShelf } from './use-shelf.ts';
import styles from './Home.module.css';

// Below the first screen, or after a failure.
const LateNews = lazy(() => import('./LateNews.tsx'));
const FailureNotice = lazy(() => import('../../features/support/FailureNotice.tsx'));
// Sheets load with the first touch.
const ConfirmSheets = lazy(() => import('../../features/character/ConfirmSheets.tsx'));
// One import for three parts keeps the list of chunks short.
const parts = () => import('./PurchaseParts.tsx');
const PurchaseSheets = lazy(async () => ({ default: (await parts()).PurchaseSheets }));
const PaneLines = lazy(async () => ({ default: (await parts()).PaneLines }));
const PaneNext = lazy(async () => ({ default: (await parts()).PaneNext }));
// Few IDs belong to another game.
const OtherGame = lazy(() => import('../../features/character/OtherGame.tsx'));

/** Home of an unknown visitor: goods with prices, and the question who gets them (F01). */
export function NewVisitor({ brought }: { readonly brought: string | null }) {
  const t = useText();
  const lang = useLang();
  const configs = useConfigs();
  const project = useProject();
  const confirm = useConfirm(brought);
  const shelf = useShelf();
  const [sheet, setSheet] = useState<ConfirmSheet | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isTouched = useFirstTouch();
  const isHydrated = useHydrated();
  const hasPane = useHasPane();
  const inPanel = useConfirmRefs();
  const inSheet = useConfirmRefs();
  const isServerChosen = useRef(false);
  const { lookup } = confirm;
  const otherCode = lookup.state === 'otherGame' ? lookup.code : null;
  // The notice about another game's shop stands on the page.
  const asks = isAsking && otherCode === null;
  const refs = asks ? inSheet : inPanel;
  const isMissing = ['chooseServer', 'enterId'].includes(confirm.bar.action);

  const goods = shelf.list?.goods ?? [];
  const most = mostGain(goods);
  const purchase = usePurchase(lookup, goods);
  const { lines } = purchase;
  const [first, ...others] = homeSections(shelf.list);
  const cards = { ...purchase.cards, isStale: shelf.isStale };

  // A closing dialog returns the focus to its opener first.
  const { cid: cidField } = refs;
  useEffect(() => {
    if (sheet !== null || !isServerChosen.current) return;
    isServerChosen.current = false;
    cidField.current?.focus();
  }, [sheet, cidField]);

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
    refs.asked.current?.querySelector<HTMLInputElement>('input[value=""]')?.focus();
  }

  function askForCharacter() {
    toast(t('home.choose_server_first'));
    inPanel.server.current?.focus();
    inPanel.server.current?.scrollIntoView({ block: 'center' });
  }

  function enterId() {
    confirm.cidIsDue();
    refs.cid.current?.focus();
  }

  /** "Who gets it?": a sheet on phones; elsewhere the pane shows the fields already. */
  function ask() {
    if (!hasPane) setIsAsking(true);
    else if (confirm.bar.action === 'chooseServer') setSheet('server');
    else if (confirm.bar.action === 'enterId') enterId();
    else goToMissing();
  }

  const fields = {
    confirm,
    onOpen: setSheet,
    onEnter: () => {
      confirm.cidIsDue();
      confirm.placeIsDue();
      const foot = confirm.bar;
      if (foot.action === 'continue') purchase.goOn(lines);
      if (foot.action !== 'unlock' && foot.action !== 'checkAgain') return;
      if (foot.reason === null) confirm.again();
      else goToMissing();
    },
  };
  const buttons = {
    foot: confirm.bar,
    price: purchase.price,
    onChooseServer: () => setSheet('server'),
    onEnterId: enterId,
    onAgain: confirm.again,
    onLeaveLink: () => void leaveLink(),
    onMissing: goToMissing,
    onContinue: () => purchase.goOn(lines),
    onGo: goToOther,
    onStay: () => confirm.typeCid(''),
  };

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
            {most > 0
              ? t('home.up_to', { percent: formatPercent(most, lang, 'always') })
              : t('home.bonus_chip')}
          </Chip>
        </HeroScene>
        <div className={styles.who} data-aside>
          {hasPane && lines.length > 0 && (
            <Suspense>
              <PaneLines lines={lines} />
            </Suspense>
          )}
          {lookup.state === 'otherGame' ? (
            <Suspense>
              <OtherGame name={lookup.name} code={lookup.code} onGo={goToOther} />
            </Suspense>
          ) : (
            <ConfirmPanel {...fields} refs={inPanel} isCovered={asks} />
          )}
          <ConfirmButtons {...buttons} {...((!hasPane || isMissing) && { onBuy: ask })} />
          {hasPane && lines.length > 0 && (
            <Suspense>
              <PaneNext />
            </Suspense>
          )}
        </div>
        <Trust />
        <div className={styles.news}>
          <Content>
            {first ? (
              <HomeGoods part={first} isFirst {...cards} note={<CountryLine />} />
            ) : (
              <HomeGoodsSkeleton />
            )}
            {shelf.failure !== null && (
              <Suspense fallback={null}>
                <FailureNotice
                  title={t('goods.failed')}
                  text={t('goods.failed_text')}
                  failure={shelf.failure}
                  onRetry={shelf.retry}
                />
              </Suspense>
            )}
            <EventsLater onPress={askForCharacter} />
            {others.map((part) => (
              <HomeGoods key={part.id} part={part} {...cards} />
            ))}
            {isHydrated && (
              <Suspense fallback={null}>
                <LateNews onPress={askForCharacter} />
              </Suspense>
            )}
          </Content>
          <div className={styles.legal}>
            <ShopLegal />
          </div>
        </div>
      </div>
      {(isTouched || isAsking || purchase.opened !== null) && (
        <Suspense fallback={null}>
          <PurchaseSheets
            purchase={purchase}
            fields={{ ...fields, refs: inSheet }}
            isAsking={asks}
            onAsk={ask}
            onClose={() => setIsAsking(false)}
          >
            <ConfirmPrimary {...buttons} />
          </PurchaseSheets>
        </Suspense>
      )}
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
