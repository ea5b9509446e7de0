import { useQueryClient } from '@tanstack/react-query';
import type { Action } from '@webpay/contract/console/actions';
import { useState } from 'react';
import { call } from '../../api/call.ts';

/** The step that takes the last one back. */
export type Undo = Extract<Action, { kind: 'undo_service' | 'undo_method' }>;

/** The server takes an undo a little longer, for the way of the press. */
const UNDO_MS = 10_000;

export type Switches = {
  readonly said: string | null;
  readonly refusal: string | null;
  /** Null: nothing can be undone now. */
  readonly undo: Undo | null;
  readonly undoUntil: number;
  readonly isBusy: boolean;
  /** Shows the end of a step, and offers its undo. */
  readonly told: (sentence: string, undo: Undo | null) => void;
  /** Does a step in one press: one that harms nobody, and can be undone. */
  readonly press: (action: Action, undo: Undo | null) => Promise<void>;
  readonly forgetUndo: () => void;
};

export function useSwitches(): Switches {
  const client = useQueryClient();
  const [state, setState] = useState<{
    readonly said: string | null;
    readonly refusal: string | null;
    readonly undo: Undo | null;
    readonly undoUntil: number;
  }>({ said: null, refusal: null, undo: null, undoUntil: 0 });
  const [isBusy, setIsBusy] = useState(false);
  const told = (said: string, undo: Undo | null): void =>
    setState({ said, undo, refusal: null, undoUntil: Date.now() + UNDO_MS });
  const press = async (action: Action, undo: Undo | null): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const plan = await call('previewAction', { action });
      if (!plan.possible) throw new Error(plan.why ?? 'This step is not possible now.');
      const { plan_hash } = plan;
      const key = crypto.randomUUID();
      const done = await call('act', { key, action, plan_hash, step_up: null });
      told(done.sentence, undo);
    } catch (error) {
      const refusal = error instanceof Error ? error.message : 'The step failed.';
      setState({ said: null, refusal, undo: null, undoUntil: 0 });
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey: ['service'] });
    }
  };
  return {
    ...state,
    isBusy,
    told,
    press,
    forgetUndo: () => setState((now) => ({ ...now, undo: null })),
  };
}
