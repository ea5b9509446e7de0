import styles from './FlyToMail.module.css';

/** Snapshot of a reward's picture at the claim, because it may change before the answer. */
export type Flyer = { readonly src: string; readonly box: DOMRect };

/** Pictures of the rewards shown under this name. */
export function flyersOf(name: string): readonly Flyer[] {
  const images = document.querySelectorAll<HTMLImageElement>(
    `[data-rewards="${CSS.escape(name)}"] img`,
  );
  return [...images]
    .filter((image) => image.complete && image.naturalWidth > 0)
    .map((image) => ({ src: image.currentSrc, box: image.getBoundingClientRect() }));
}

/** Animates claimed rewards into a mailbox; decorative and never awaited. */
export function flyToMail(flyers: readonly Flyer[], mailbox: string | undefined): void {
  const duration = slowMs();
  const column = document.querySelector('main')?.getBoundingClientRect();
  if (!column || flyers.length === 0 || duration < 100 || !document.body.animate) return;
  const layer = document.createElement('div');
  layer.className = styles['layer'] ?? '';
  layer.ariaHidden = 'true';
  document.body.append(layer);

  const size = column.width * 0.14;
  const goal = new DOMRect(column.right - size * 1.5, size * 1.9, size, size);
  if (mailbox !== undefined) {
    pictureIn(layer, mailbox, goal).animate(
      [
        { opacity: 0, scale: 0.4 },
        { opacity: 1, scale: 1, offset: 0.3 },
        { opacity: 1, scale: 1.14, offset: 0.85 },
        { opacity: 0, scale: 1 },
      ],
      { duration: duration * 1.6, fill: 'both' },
    );
  }
  const flights = flyers.map(({ src, box }, index) => {
    const x = goal.x + goal.width / 2 - (box.x + box.width / 2);
    const y = goal.y + goal.height / 2 - (box.y + box.height / 2);
    return pictureIn(layer, src, box).animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${x}px, ${y}px) scale(0.3)`, opacity: 0.2 },
      ],
      { duration, delay: index * 40, easing: 'cubic-bezier(0.5, 0, 0.9, 0.4)', fill: 'both' },
    ).finished;
  });
  void Promise.allSettled(flights).then(() => setTimeout(() => layer.remove(), duration * 0.6));
}

function pictureIn(layer: HTMLElement, src: string, box: DOMRect): HTMLImageElement {
  const image = document.createElement('img');
  image.src = src;
  image.alt = '';
  image.style.left = `${box.x}px`;
  image.style.top = `${box.y}px`;
  image.style.width = `${box.width}px`;
  image.style.height = `${box.height}px`;
  layer.append(image);
  return image;
}

/** The token is 1 ms under reduced motion. */
function slowMs(): number {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--t-slow')) || 0;
}
