import { burst, celebrate, part } from '../../celebration/celebrate.ts';

/** Time from the light's rest to the prize's sheet. */
const WIN_MS = 1100;

/** The prize's cell lifts to the middle of the dimmed board, with rays and paper; then its sheet opens. */
export function celebrateWin(board: HTMLElement, index: number): Promise<void> {
  const inside = board.querySelector(`[data-cell="${index}"]`)?.firstElementChild;
  const frame = board.getBoundingClientRect();
  return celebrate(WIN_MS, (layer) => {
    const dim = part('dim');
    place(dim, frame);
    layer.append(dim);
    burst(layer, frame);
    if (!inside) return;
    const box = inside.getBoundingClientRect();
    const tile = part('tile');
    place(tile, box);
    tile.style.setProperty('--x', `${frame.x + frame.width / 2 - box.x - box.width / 2}px`);
    tile.style.setProperty('--y', `${frame.y + frame.height / 2 - box.y - box.height / 2}px`);
    tile.append(inside.cloneNode(true));
    layer.append(tile);
  });
}

function place(element: HTMLElement, box: DOMRect): void {
  element.style.left = `${box.x}px`;
  element.style.top = `${box.y}px`;
  element.style.width = `${box.width}px`;
  element.style.height = `${box.height}px`;
}
