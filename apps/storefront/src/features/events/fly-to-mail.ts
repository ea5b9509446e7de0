import { burst, celebrate } from '../celebration/celebrate.ts';
import styles from './FlyToMail.module.css';

/** Longest claim: pictures pop, fly one after another and land in the mailbox. */
const CLAIM_MS = 900;
const FLIGHT_MS = 420;
/** Pictures of a flight; "claim all" has one flight for all rewards. */
const MAX_FLYERS = 5;

/** Snapshot of a reward's picture at the claim, because it may change before the answer. */
export type Flyer = { readonly src: string; readonly box: DOMRect };

/** Pictures of the rewards shown under this name; one that still loads flies from its place, too. */
export function flyersOf(name: string): readonly Flyer[] {
  const images = document.querySelectorAll<HTMLImageElement>(
    `[data-rewards="${CSS.escape(name)}"] img`,
  );
  return [...images].map((image) => ({ src: image.src, box: image.getBoundingClientRect() }));
}

/** Animates claimed rewards into a mailbox; decorative and never awaited. */
export function flyToMail(flyers: readonly Flyer[], mailbox: string | undefined): void {
  const column = document.querySelector('main')?.getBoundingClientRect();
  const [first] = flyers;
  if (!column || !first || !document.body.animate) return;
  // Sizes follow the row's pictures: a column of a wide screen would make them huge.
  const size = first.box.width * 1.8;
  const goal = new DOMRect(column.right - size * 1.5, size * 1.4, size, size);
  void celebrate(CLAIM_MS, (layer) => {
    burst(layer, first.box);
    if (mailbox !== undefined) {
      pictureIn(layer, mailbox, goal).animate(
        [
          { opacity: 0, scale: 0.4 },
          { opacity: 1, scale: 1, offset: 0.3 },
          { opacity: 1, scale: 1.08, offset: 0.85 },
          { opacity: 0, scale: 1 },
        ],
        { duration: CLAIM_MS, fill: 'both' },
      );
    }
    for (const [index, { src, box }] of flyers.slice(0, MAX_FLYERS).entries()) {
      const x = goal.x + goal.width / 2 - (box.x + box.width / 2);
      const y = goal.y + goal.height / 2 - (box.y + box.height / 2);
      pictureIn(layer, src, box).animate(
        [
          { transform: 'none', opacity: 1 },
          { transform: 'scale(1.15)', opacity: 1, offset: 0.2 },
          { transform: `translate(${x}px, ${y}px) scale(0.3)`, opacity: 0.2 },
        ],
        {
          duration: FLIGHT_MS,
          delay: index * 40,
          easing: 'cubic-bezier(0.5, 0, 0.9, 0.4)',
          fill: 'both',
        },
      );
    }
  });
}

function pictureIn(layer: HTMLElement, src: string, box: DOMRect): HTMLImageElement {
  const image = document.createElement('img');
  image.className = styles['picture'] ?? '';
  image.src = src;
  image.alt = '';
  image.style.left = `${box.x}px`;
  image.style.top = `${box.y}px`;
  image.style.width = `${box.width}px`;
  image.style.height = `${box.height}px`;
  layer.append(image);
  return image;
}
