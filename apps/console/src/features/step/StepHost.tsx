import { lazy, Suspense, useSyncExternalStore } from 'react';
import { openedStep, openStep, watchStep } from './open-step.ts';

const StepDialog = lazy(async () => ({ default: (await import('./StepDialog.tsx')).StepDialog }));

/** Draws the dialog of the step that a page opened. */
export function StepHost() {
  const open = useSyncExternalStore(watchStep, openedStep);
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      <StepDialog key={JSON.stringify(open.seed)} open={open} onClose={() => openStep(null)} />
    </Suspense>
  );
}
