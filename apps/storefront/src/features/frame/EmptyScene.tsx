import type { ReactNode } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { SetPage } from './SetPage.tsx';
import { ShopBar } from './ShopBar.tsx';
import { ShopFrame } from './ShopFrame.tsx';

/** Empty page: the game's scene with its set, and a panel with one action. */
export function EmptyScene(props: {
  readonly set: 'stall' | 'post';
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** Called by the button and by Back. */
  readonly onAction: () => void;
  readonly end?: ReactNode;
}) {
  return (
    <ShopFrame world="whole">
      <ShopBar onBack={props.onAction} />
      <SetPage
        set={{ name: props.set }}
        title={props.title}
        text={props.children}
        action={<Button onClick={props.onAction}>{props.action}</Button>}
        end={props.end}
      />
    </ShopFrame>
  );
}
