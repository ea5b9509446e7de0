/**
 * A signal that ends after `ms`, or with `outer`. (AbortSignal.any is missing in web views that
 * still buy.)
 */
export function timeLimit(ms: number, outer?: AbortSignal) {
  const controller = new AbortController();
  let over = false;
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    over = true;
    controller.abort();
  }, ms);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    /** Whether it was the time that ran out, not `outer`. */
    isOver: () => over,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
