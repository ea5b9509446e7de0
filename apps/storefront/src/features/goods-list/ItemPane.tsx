import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../i18n/text.tsx';
import { openLayer } from '../../router/back-layers.ts';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import type { ItemParts } from './ItemFrame.tsx';
import styles from './ItemPane.module.css';

type ItemPaneProps = Omit<ItemParts, 'quantity' | 'role'>;

/** The item in place of the order: no scrim, and the goods beside it stay usable. */
export function ItemPane(props: ItemPaneProps) {
  const [marker, setMarker] = useState<HTMLElement | null>(null);
  const pane = marker?.closest('[data-page]')?.querySelector('[data-aside]');
  return (
    <>
      <i hidden ref={setMarker} />
      {props.open && pane && createPortal(<Shown {...props} />, pane)}
    </>
  );
}

function Shown(props: ItemPaneProps) {
  const t = useText();
  const id = useId();
  const item = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const leave = useEffectEvent(() => props.onClose());
  const { isByKey } = props;

  useLayoutEffect(() => {
    const own = item.current;
    const opener = document.activeElement;
    // The grid lost a column, so the card may have moved out of sight.
    opener?.scrollIntoView({ block: 'nearest' });
    if (!isByKey()) title.current?.focus({ preventScroll: true });
    const closeLayer = openLayer(() => leave());
    return () => {
      closeLayer();
      // A press elsewhere keeps the focus there.
      if (!own?.contains(document.activeElement)) return;
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isByKey]);

  return (
    <div ref={item} role="dialog" aria-labelledby={id} className={styles.item} data-item>
      <div className={styles.hero}>{props.hero}</div>
      <IconButton
        icon="close"
        label={t('ui.close')}
        look="disc"
        onClick={props.onClose}
        className={styles.close}
      />
      <PanePart>
        <div className={styles.title}>
          <h2 id={id} ref={title} tabIndex={-1}>
            {props.title}
          </h2>
          {props.titleEnd}
        </div>
        {props.children}
      </PanePart>
      <PanePart end>{props.footer}</PanePart>
    </div>
  );
}
