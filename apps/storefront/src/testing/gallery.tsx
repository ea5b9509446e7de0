import type { ReactNode } from 'react';
import { Avatar } from '../ui/Avatar/Avatar.tsx';
import { BottomBar } from '../ui/BottomBar/BottomBar.tsx';
import { Brand } from '../ui/Brand/Brand.tsx';
import { Button } from '../ui/Button/Button.tsx';
import { cardClass } from '../ui/Card/card-class.ts';
import { Chip } from '../ui/Chip/Chip.tsx';
import { Countdown } from '../ui/Countdown/Countdown.tsx';
import { TimeLeft } from '../ui/Countdown/TimeLeft.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState, ErrorBlock } from '../ui/EmptyState/EmptyState.tsx';
import { Content, Frame, PanePart } from '../ui/Frame/Frame.tsx';
import { GoodsImage } from '../ui/GoodsImage/GoodsImage.tsx';
import { HeroScene } from '../ui/HeroScene/HeroScene.tsx';
import { Icon, type IconName } from '../ui/Icon/Icon.tsx';
import { iconSprite } from '../ui/Icon/icon-sprite.ts';
import { IconButton } from '../ui/IconButton/IconButton.tsx';
import { KeyValues } from '../ui/KeyValues/KeyValues.tsx';
import { LazyImage } from '../ui/LazyImage/LazyImage.tsx';
import { LegalLine } from '../ui/LegalLine/LegalLine.tsx';
import { Notice } from '../ui/Notice/Notice.tsx';
import { Panel } from '../ui/Panel/Panel.tsx';
import { Skeleton, SkeletonCard, SkeletonGroup } from '../ui/Skeleton/Skeleton.tsx';
import { Steps } from '../ui/Steps/Steps.tsx';
import { TextButton } from '../ui/TextButton/TextButton.tsx';
import { TopBar } from '../ui/TopBar/TopBar.tsx';
import { type Tone, toneClass } from '../ui/tone/tone.ts';
import { CONTROLS } from './gallery-controls.tsx';

const TONES: readonly Tone[] = ['accent', 'gold', 'ok', 'warn', 'err'];
const TIERS = [1, 2, 3, 4, 5] as const;
const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="gold"/></svg>';
const HOUR_MS = 3_600_000;
// The sprite names every icon; a new one appears here by itself.
const ICONS = [...iconSprite.matchAll(/id="i-([a-z-]+)"/g)].map(([, name]) => name as IconName);
const ignore = (): void => undefined;

/** States of each component, by the name of its folder in `ui`. */
const SHOWN: Readonly<Record<string, () => ReactNode>> = {
  ...CONTROLS,
  Avatar: () => <Avatar src={PICTURE} />,
  BottomBar: () => (
    <BottomBar sum={{ note: '2 items', amount: '€13.99' }}>
      <Button kind="ghost">Add to cart</Button>
      <Button grow>Buy now</Button>
    </BottomBar>
  ),
  Brand: () => <Brand icon={PICTURE} name="Miniflix Shop" />,
  Card: () => <div className={cx(cardClass)}>A surface of the theme</div>,
  Chip: () =>
    TONES.map((tone) => (
      <Chip key={tone} tone={tone} icon="clock">
        {tone}
      </Chip>
    )),
  Countdown: () =>
    [48 * HOUR_MS, HOUR_MS / 2, 0].map((leftMs) => (
      <p key={leftMs}>
        <Countdown endsAtMs={leftMs} nowMs={() => 0} />{' '}
        <TimeLeft endsAtMs={leftMs} nowMs={() => 0} />
      </p>
    )),
  EmptyState: () => (
    <>
      <EmptyState title="Your cart is empty" action={<Button size="small">Browse</Button>}>
        Goods that you add appear here.
      </EmptyState>
      <ErrorBlock title="Couldn't load the items" onRetry={ignore} requestId="r-1">
        Nothing was charged.
      </ErrorBlock>
    </>
  ),
  Frame: () => (
    <Frame
      rail={<PanePart>Rail</PanePart>}
      pane={<PanePart end>Aside</PanePart>}
      paneLabel="Amount"
    >
      <Content>Column</Content>
    </Frame>
  ),
  GoodsImage: () => (
    <>
      {TIERS.map((tier) => (
        <GoodsImage
          key={tier}
          tier={tier}
          picture={PICTURE}
          ribbon={tier === 5 ? 'Best value' : null}
        />
      ))}
      {(['thumb', 'icon', 'popup'] as const).map((size) => (
        <GoodsImage key={size} tier={3} picture={PICTURE} size={size} grey={size === 'thumb'} />
      ))}
    </>
  ),
  HeroScene: () => (
    <>
      {(['home', 'event', 'strip'] as const).map((size) => (
        <HeroScene
          key={size}
          size={size}
          cast={[]}
          {...(size === 'strip' ? {} : { title: 'Gems in seconds' })}
        >
          {size}
        </HeroScene>
      ))}
    </>
  ),
  Icon: () => ICONS.map((name) => <Icon key={name} name={name} />),
  KeyValues: () => (
    <KeyValues rows={[{ key: 'Order', value: 'A1' }]} total={{ key: 'Total', value: '€13.99' }} />
  ),
  LazyImage: () => <LazyImage src={PICTURE} alt="A picture" width={40} height={40} />,
  LegalLine: () => (
    <LegalLine label="Legal" links={<a href="#terms">Terms</a>}>
      © Publisher
    </LegalLine>
  ),
  Notice: () => (
    <>
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone} end={<TextButton onClick={ignore}>Undo</TextButton>}>
          Your money is safe.
        </Notice>
      ))}
    </>
  ),
  Panel: () => (
    <>
      <Panel>Plain</Panel>
      <Panel tight>Tight</Panel>
    </>
  ),
  Skeleton: () => (
    <SkeletonGroup>
      <Skeleton width="70%" />
      <SkeletonCard />
    </SkeletonGroup>
  ),
  Steps: () => (
    <Steps
      label="Your order"
      steps={(['done', 'now', 'todo', 'warn', 'err'] as const).map((state) => ({
        id: state,
        state,
        title: state,
        text: 'A line of text',
        time: '14:02',
      }))}
    />
  ),
  TopBar: () => (
    <>
      <TopBar
        title="Cart"
        heading="p"
        onBack={ignore}
        end={<IconButton icon="cart" label="Cart" onClick={ignore} />}
      />
      <TopBar brand={<Brand icon={PICTURE} name="Miniflix Shop" />} />
    </>
  ),
  tone: () =>
    TONES.map((tone) => (
      <p key={tone} className={toneClass(tone)}>
        {tone}
      </p>
    )),
};

/** Shows every component of `ui` in its states, for developers and for the tests of the kit. */
export function Gallery() {
  return Object.entries(SHOWN).map(([name, Show]) => (
    <section
      className="stack-tight"
      key={name}
      aria-labelledby={`kit-${name}`}
      style={{ contain: 'layout paint', inlineSize: '100%' }}
    >
      <h2 id={`kit-${name}`}>{name}</h2>
      <Show />
    </section>
  ));
}
