import styles from './Celebration.module.css';

/** Pieces of paper of one celebration. */
const PIECES = 24;
/** Turns each piece away from the one before, so that they spread evenly. */
const GOLDEN_ANGLE = 2.4;
/** Every one of these ends a celebration at once. */
const SKIPS = ['pointerdown', 'keydown', 'popstate'] as const;

export function isMotionReduced(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Shows a decoration above the page: it takes no press and no focus, and a press anywhere, or a
 * key, ends it at once. Nothing is shown under reduced motion. Resolves at its end.
 */
export function celebrate(ms: number, fill: (layer: HTMLElement) => void): Promise<void> {
  if (isMotionReduced()) return Promise.resolve();
  const layer = document.createElement('div');
  layer.className = styles['layer'] ?? '';
  layer.ariaHidden = 'true';
  layer.dataset['celebration'] = '';
  layer.style.setProperty('--party', `${ms}ms`);
  fill(layer);
  document.body.append(layer);
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      for (const name of SKIPS) removeEventListener(name, end, true);
      layer.remove();
      resolve();
    }
    const timer = setTimeout(end, ms);
    for (const name of SKIPS) addEventListener(name, end, true);
  });
}

/** Rays and pieces of paper that leave the middle of a box once; weak phones get the rays alone. */
export function burst(layer: HTMLElement, box: DOMRect): void {
  const middle = document.createElement('div');
  middle.className = styles['middle'] ?? '';
  middle.style.left = `${box.x + box.width / 2}px`;
  middle.style.top = `${box.y + box.height / 2}px`;
  middle.append(part('rays'));
  const isWeak = navigator.hardwareConcurrency <= 2;
  for (let n = 0; n < (isWeak ? 0 : PIECES); n += 1) {
    const piece = part('piece');
    const far = 0.45 + ((n * 7) % 12) / 12;
    piece.style.setProperty('--x', `${Math.cos(n * GOLDEN_ANGLE) * far * box.width}px`);
    piece.style.setProperty('--y', `${Math.sin(n * GOLDEN_ANGLE) * far * box.height}px`);
    piece.style.setProperty('--turn', `${n * 67}deg`);
    middle.append(piece);
  }
  layer.append(middle);
}

export function part(name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = styles[name] ?? '';
  return element;
}
