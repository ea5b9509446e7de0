/** Creates a signal that ends after `ms` or with `outer`. Older web views lack AbortSignal.any. */
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
    /** True when the time ran out before `outer` ended. */
    isOver: () => over,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
