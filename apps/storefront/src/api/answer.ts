export type Answered = {
  readonly code: number;
  readonly msg: string;
  readonly result: unknown;
  /** `_` in ms, or null where it is missing. */
  readonly serverMs: number | null;
  readonly requestId: string | null;
};

/** Reads the envelope of contract §2; null for a proxy's error page, HTML or an empty body. */
export async function readAnswer(response: Response): Promise<Answered | null> {
  let body: unknown;
  const text = await response.text();
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null) return null;
  const { code, msg, result, _: time } = body as Readonly<Record<string, unknown>>;
  if (typeof code !== 'number') return null;
  return {
    code,
    msg: typeof msg === 'string' ? msg : '',
    result: result ?? null,
    serverMs: typeof time === 'number' && Number.isFinite(time) ? time : null,
    requestId: response.headers.get('x-request-id'),
  };
}
