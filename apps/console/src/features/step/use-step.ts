import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Action } from '@webpay/contract/console/actions';
import type { ActionSeed } from '@webpay/contract/console/action-seed';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Plan, StepUp } from '@webpay/contract/console/plan';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { CallFailure } from '../../api/failure.ts';
import { buildAction, type Draft, EMPTY, keepDraft, keptDraft } from './draft.ts';

/** A plan is asked for once typing has paused this long. */
const PAUSE_MS = 350;
const AGAIN_MS = 5000;

export type Result = ConsoleResult<'act'>;

export type Step = {
  readonly seed: ActionSeed;
  readonly draft: Draft;
  /** The step as typed; null: not enough is known. */
  readonly action: Action | null;
  readonly change: (change: Partial<Draft>) => void;
  readonly currency: string | null;
  /** The newest plan, also of words that have changed since. */
  readonly plan: Plan | null;
  readonly planFailure: Error | null;
  /** Effects that the server named first when it refused an older plan. */
  readonly newEffects: readonly string[];
  /** The reason why the step cannot be confirmed now; null: it can. */
  readonly blocked: string | null;
  readonly isBusy: boolean;
  readonly refusal: string | null;
  readonly result: Result | null;
  readonly confirm: (prove: (planHash: string) => Promise<StepUp>) => Promise<void>;
  readonly planAgain: () => void;
};

type Options = {
  readonly currency: string | null;
  readonly initial?: Partial<Draft>;
  /** The choice of all or a part, when the page makes it elsewhere. */
  readonly isPart?: boolean;
  readonly onDone?: (result: Result) => void;
};

/** A step from its seed to its result: what was typed, its plan, its confirmation. */
export function useStep(seed: ActionSeed, { currency, initial, isPart, onDone }: Options): Step {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Draft>(() => keptDraft(seed) ?? { ...EMPTY, ...initial });
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const draft = isPart === undefined ? typed : { ...typed, isPart };
  const { action, missing } = buildAction(seed, draft, currency);
  const { query, isCurrent } = usePlan(action);
  const plan = query.data ?? null;
  const keyOf = useKeyOfPress();

  const change = (part: Partial<Draft>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    keepDraft(seed, next);
    setRefusal(null);
  };
  const confirm = async (prove: (planHash: string) => Promise<StepUp>): Promise<void> => {
    if (isBusy || plan === null || action === null) return;
    setIsBusy(true);
    setRefusal(null);
    try {
      const { plan_hash, needs } = plan;
      const step_up = needs.step_up ? await prove(plan_hash) : null;
      const done = await call('act', { key: keyOf(plan_hash), action, plan_hash, step_up });
      keepDraft(seed, null);
      setResult(done);
      onDone?.(done);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PLAN });
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The step failed.');
      if (isOutdated(error)) {
        setBefore(plan.effects);
        await query.refetch();
      }
    } finally {
      setIsBusy(false);
    }
  };
  return {
    seed,
    draft,
    action,
    change,
    currency,
    plan: action === null ? null : plan,
    planFailure: action === null ? null : query.error,
    newEffects: before === null ? [] : (plan?.effects ?? []).filter((it) => !before.includes(it)),
    blocked: missing ?? blockedBy(plan, query.error, isCurrent),
    isBusy,
    refusal,
    result,
    confirm,
    planAgain: () => void query.refetch(),
  };
}

const PLAN = 'previewAction';

/** The plan of the step as typed. A plan of older words is cancelled. */
function usePlan(action: Action | null) {
  const json = JSON.stringify(action);
  const [settled] = useDebouncedValue(json, PAUSE_MS);
  const query = useQuery<Plan>({
    queryKey: [PLAN, settled],
    queryFn: ({ signal }) => {
      // Written by JSON.stringify above.
      const asked = JSON.parse(settled) as Action;
      return call('previewAction', { action: asked }, { signal });
    },
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    // A gateway that was asked just now can be asked again soon; plans of money ask others, so they wait for a press.
    refetchInterval: ({ state: { data } }) =>
      data?.possible === false && !data.needs.step_up ? AGAIN_MS : false,
  });
  return { query, isCurrent: settled === json && !query.isPlaceholderData && !query.isFetching };
}

function blockedBy(plan: Plan | null, failure: Error | null, isCurrent: boolean): string | null {
  if (failure !== null && isCurrent) return 'There is no plan yet.';
  if (plan === null || !isCurrent) return 'The plan is being made.';
  return plan.possible ? null : (plan.why ?? 'This step is not possible.');
}

/** Repeats of one press have one key, so that the server does the step once. */
function useKeyOfPress(): (planHash: string) => string {
  const keys = useRef(new Map<string, string>());
  return (planHash) => {
    const key = keys.current.get(planHash) ?? crypto.randomUUID();
    keys.current.set(planHash, key);
    return key;
  };
}

/** The server refused the plan, not the person or the connection. */
const isOutdated = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 409 && error.code !== 'in_progress';
