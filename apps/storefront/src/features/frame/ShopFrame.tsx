import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Frame, type World } from '../../ui/Frame/Frame.tsx';
import { MainBar, MainTabs } from './MainBar.tsx';

/** Frame of every shop page: head bar or tabs, and on wide screens rail and pane. */
export function ShopFrame(props: {
  readonly children: ReactNode;
  /** The next step: recipient, items, sum and the primary button; `PanePart`s. */
  readonly pane?: ReactNode;
  /** The pane shows one of the column's list. */
  readonly isDetail?: boolean;
  readonly rail?: ReactNode;
  /** Replaces the cart button that does not count. */
  readonly cart?: ReactNode;
  /** Count on the link to the events. */
  readonly ready?: ReactNode;
  readonly world?: World;
}) {
  const t = useText();
  return (
    <Frame
      skip={{ content: t('app.skip_content'), pane: t('app.skip_order') }}
      bar={<MainBar cart={props.cart} ready={props.ready} />}
      rail={props.rail}
      pane={props.pane}
      paneLabel={t('app.aside')}
      isDetail={props.isDetail ?? false}
      tabs={<MainTabs ready={props.ready} />}
      {...(props.world && { world: props.world })}
    >
      {props.children}
    </Frame>
  );
}
