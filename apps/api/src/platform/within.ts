/** Waits for work, `ms` at most. @returns null when it has not ended by then; the work continues. @throws its error */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const end = Promise.withResolvers<null>();
  const timer = setTimeout(() => end.resolve(null), ms);
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}
