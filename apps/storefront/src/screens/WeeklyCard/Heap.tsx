import type { CSSProperties } from 'react';
import type { EventItem } from '../../features/events/Rewards.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './Heap.module.css';

type Place = readonly [left: number, top: number, width: number, angle: number];

/** Centre and width in percent of the frame, angle in degrees, as in the prototype. */
const PLACES: Readonly<Record<1 | 3 | 5 | 7, readonly Place[]>> = {
  1: [[50, 50, 44, 0]],
  3: [
    [34, 56, 36, -12],
    [66, 56, 36, 12],
    [50, 48, 38, 0],
  ],
  5: [
    [50, 28, 33, 0],
    [26, 42, 32, -14],
    [74, 42, 32, 14],
    [36, 66, 33, -8],
    [64, 66, 33, 8],
  ],
  7: [
    [52, 28, 30, 0],
    [34, 46, 32, -14],
    [72, 46, 32, 14],
    [22, 70, 30, -18],
    [84, 70, 30, 18],
    [42, 70, 34, -6],
    [64, 70, 34, 6],
  ],
};

/** Draws a heap of items; text beside it states the amount. */
export function Heap(props: {
  readonly items: readonly EventItem[];
  readonly count: keyof typeof PLACES;
  readonly className?: string | undefined;
}) {
  const { items, count } = props;
  return (
    <div className={cx(styles.heap, props.className)} aria-hidden="true">
      {PLACES[count].map((place, index) => {
        const item = items[index % items.length];
        return (
          item && (
            <img key={index} src={item.image} alt="" draggable={false} style={placed(place)} />
          )
        );
      })}
    </div>
  );
}

function placed([left, top, width, angle]: Place): CSSProperties {
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, rotate: `${angle}deg` };
}
