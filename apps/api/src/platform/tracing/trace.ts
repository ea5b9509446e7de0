import { AsyncLocalStorage } from 'node:async_hooks';
import { idsOfKey, newSpanId, newTraceId, writeTraceparent, type SpanIds } from './ids.ts';

/** Numbers, words of our own and names of routes: never a value that a player or a gateway sent. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanStart = {
  readonly name: string;
  /** server: a request; consumer: a job; client: a call outside; internal: a part of these. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /** The caller's span, by its own word. */
  readonly link?: SpanIds | null;
};
export type SpanEnd = { readonly attributes?: Attributes; readonly isFailed?: boolean };

/** A span that has ended. Times are ms since the epoch. */
export type EndedSpan = SpanStart &
  SpanIds & {
    /** Null: the first span of its trace. */
    readonly parentId: string | null;
    readonly beganAtMs: number;
    readonly endedAtMs: number;
    readonly attributes: Attributes;
    readonly isFailed: boolean;
  };

/** The receiver of spans. */
export type Sink = {
  /** The same answer for one trace in every process. */
  isSampled(traceId: string): boolean;
  /** Takes a span of a sampled trace without waiting. An error loses the span. */
  take(span: EndedSpan): void;
  /** Counts spans that were lost before they were taken. */
  lose(count: number): void;
  /** Sends what waits; takes a bounded time. */
  close(): Promise<void>;
};

/** A request or job that runs: its spans belong to one trace, which is decided at its end. */
export type Root = {
  run<T>(work: () => T): T;
  end(end?: SpanEnd): void;
};

export type Trace = {
  begin(start: SpanStart): Root;
  /** Runs a job as a root. */
  root<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** Runs `work` as a span of the running root; without one, only runs it. */
  span<T>(start: SpanStart, work: () => Promise<T>, endOf?: (result: T) => SpanEnd): Promise<T>;
  /**
   * Puts the running root into the trace of a key, with the spans that it already has. The first key counts.
   * @param isFirst the root makes the key's row: it is the first span of the trace
   */
  join(key: string, isFirst?: boolean): void;
  /** Adds attributes to the running root. */
  note(attributes: Attributes): void;
  /** The header for a call outside; null: no root runs. */
  traceparent(): string | null;
  /** Fields of a log line. */
  logFields(): { readonly trace_id?: string; readonly span_id?: string };
  close(): Promise<void>;
};

/** Spans of one root. Further ones are lost and counted. */
const MAX_SPANS = 250;
/** A root that runs longer, such as a stream, gets no more spans. */
const LONG_MS = 60_000;
/** Work that goes on after its root, such as a mail of a payment, has spans for so long. */
const LATE_MS = 30_000;

type Span = {
  readonly start: SpanStart;
  readonly parent: Span | null;
  /** Adds to performance.now(). */
  readonly originMs: number;
  readonly beganAtMs: number;
  endedAtMs: number;
  spanId: string;
  attributes: Attributes;
  isFailed: boolean;
};

type Scope = {
  traceId: string;
  /** The root's parent: the first span of the joined trace. */
  parentId: string | null;
  isJoined: boolean;
  spans: number;
  /** Ended spans, until the root has ended. */
  readonly held: Span[];
  readonly root: Span;
};

type Active = { readonly scope: Scope; readonly span: Span };

/** Records spans by hand: no module is patched. */
export function createTrace(sink: Sink): Trace {
  const active = new AsyncLocalStorage<Active>();

  function open(start: SpanStart, parent: Span | null): Span {
    const { attributes = {} } = start;
    // A root reads the clock. Its spans count on from there, so that a clock that is set disorders none.
    const originMs = parent?.originMs ?? Date.now() - performance.now();
    const beganAtMs = originMs + performance.now();
    const spanId = newSpanId();
    return {
      start,
      parent,
      originMs,
      beganAtMs,
      endedAtMs: 0,
      spanId,
      attributes,
      isFailed: false,
    };
  }

  function send({ traceId, parentId: joinedId }: Scope, spans: readonly Span[]): void {
    if (!sink.isSampled(traceId)) return;
    for (const { start, parent, originMs: _, ...span } of spans) {
      try {
        sink.take({ ...start, ...span, traceId, parentId: parent?.spanId ?? joinedId });
      } catch {
        // A purchase goes on, whatever a package does with its spans.
        sink.lose(1);
      }
    }
  }

  function end(span: Span, { attributes = {}, isFailed = false }: SpanEnd): void {
    span.endedAtMs = span.originMs + performance.now();
    span.attributes = { ...span.attributes, ...attributes };
    span.isFailed = isFailed;
  }

  function endRoot(scope: Scope, ended: SpanEnd): void {
    const { root, held } = scope;
    if (root.endedAtMs !== 0) return;
    end(root, ended);
    // A look for work that found none.
    const isIdle = root.start.kind === 'consumer' && scope.spans === 1;
    if (!isIdle) send(scope, [root, ...held]);
    held.length = 0;
  }

  function endChild(scope: Scope, span: Span, ended: SpanEnd): void {
    end(span, ended);
    if (scope.root.endedAtMs === 0) scope.held.push(span);
    else send(scope, [span]);
  }

  /** The running root, if it takes one more span. */
  function running(): Active | null {
    const found = active.getStore();
    if (found === undefined) return null;
    const { scope } = found;
    const { originMs, beganAtMs, endedAtMs } = scope.root;
    const untilMs = endedAtMs === 0 ? beganAtMs + LONG_MS : endedAtMs + LATE_MS;
    if (originMs + performance.now() > untilMs) return null;
    if (scope.spans < MAX_SPANS) return found;
    sink.lose(1);
    return null;
  }

  function begin(start: SpanStart): Root {
    const root = open(start, null);
    const scope: Scope = {
      traceId: newTraceId(),
      parentId: null,
      isJoined: false,
      spans: 1,
      held: [],
      root,
    };
    return {
      run: (work) => active.run({ scope, span: root }, work),
      end: (ended = {}) => endRoot(scope, ended),
    };
  }

  /** Runs work to its end, in either way. */
  async function follow<T>(
    work: () => Promise<T>,
    endOf: (result: T) => SpanEnd,
    close: (end: SpanEnd) => void,
  ): Promise<T> {
    let result: T;
    try {
      result = await work();
    } catch (error) {
      close(failureOf(error));
      throw error;
    }
    close(endOf(result));
    return result;
  }

  return {
    begin,
    root: (start, work) => {
      const root = begin(start);
      return root.run(() => follow(work, () => ({}), root.end));
    },
    span: (start, work, endOf = () => ({})) => {
      const found = running();
      if (found === null) return work();
      const { scope } = found;
      const span = open(start, found.span);
      scope.spans += 1;
      return active.run({ scope, span }, () =>
        follow(work, endOf, (ended) => endChild(scope, span, ended)),
      );
    },
    join: (key, isFirst = false) => {
      const scope = active.getStore()?.scope;
      if (scope === undefined || scope.root.endedAtMs !== 0 || (scope.isJoined && !isFirst)) return;
      const { traceId, spanId } = idsOfKey(key);
      scope.isJoined = true;
      scope.traceId = traceId;
      if (isFirst) scope.root.spanId = spanId;
      scope.parentId = isFirst ? null : spanId;
    },
    note: (attributes) => {
      const root = active.getStore()?.scope.root;
      if (root !== undefined) root.attributes = { ...root.attributes, ...attributes };
    },
    traceparent: () => {
      const found = active.getStore();
      if (found === undefined) return null;
      const { traceId } = found.scope;
      return writeTraceparent({ traceId, spanId: found.span.spanId }, sink.isSampled(traceId));
    },
    logFields: () => {
      const found = active.getStore();
      if (found === undefined) return {};
      return { trace_id: found.scope.traceId, span_id: found.span.spanId };
    },
    close: () => sink.close(),
  };
}

/** Runs a job as a root where traces are on. */
export function asRoot<T>(
  trace: Trace | undefined,
  start: SpanStart,
  work: () => Promise<T>,
): Promise<T> {
  return trace === undefined ? work() : trace.root(start, work);
}

/** The kind of an error alone: messages may quote values. A number is the code of an answer, and no fault. */
function failureOf(error: unknown): SpanEnd {
  const isNamed = error instanceof Error;
  const code = isNamed && 'code' in error ? error.code : null;
  if (typeof code === 'number') return { attributes: { 'webpay.code': code } };
  const kind = isNamed ? error.name : 'unknown';
  const type = typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : kind;
  return { attributes: { 'error.type': type }, isFailed: true };
}
