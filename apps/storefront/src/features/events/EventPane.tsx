import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import styles from './EventPane.module.css';

const Slot = createContext<HTMLElement | null>(null);

/** Gives the content of an event page the element of its pane. */
export const PaneSlot = Slot.Provider;

/** Next step of an event: the bottom bar of phones, the pane of other screens. Both share one state. */
export function EventStep(props: {
  /** State above the button in the pane; replaces the amount there. */
  readonly state?: ReactNode;
  /** Rewards beside the button. */
  readonly start?: ReactNode;
  readonly sum?: { readonly note: ReactNode; readonly amount: ReactNode } | undefined;
  /** The primary button. */
  readonly children: ReactNode;
}) {
  const { state, start, sum } = props;
  const slot = useContext(Slot);
  return (
    <>
      <BottomBar start={start} sum={sum}>
        {props.children}
      </BottomBar>
      {slot &&
        createPortal(
          <>
            {state && <PanePart>{state}</PanePart>}
            <PanePart end>
              <div className={styles.step}>
                {start}
                {!state && sum && <b className={styles.amount}>{sum.amount}</b>}
                {props.children}
                {sum && <small className={styles.note}>{sum.note}</small>}
              </div>
            </PanePart>
          </>,
          slot,
        )}
    </>
  );
}
