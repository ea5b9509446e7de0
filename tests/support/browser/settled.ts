/** For `page.waitForFunction`: every picture in sight is there, or has been given up. */
export function hasPictures(): boolean {
  return [...document.images].every((each) => {
    const { top, bottom, left, right } = each.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const { state } = each.dataset;
    return !isInSight || (state === undefined ? each.complete : state !== 'waiting');
  });
}
