import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useText } from '../../i18n/text.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { useConfigs } from '../../api/page.tsx';
import { toastFailure } from '../support/code-message.ts';
import type { EventFacts } from './facts.ts';
import type { EventState } from './use-event.ts';

export type Reminder = {
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly toggle: () => void;
};

/** Reminder before the event's begin and end (F11). */
export function useReminder<Info extends EventFacts>(event: EventState<Info>): Reminder {
  const t = useText();
  const configs = useConfigs();
  const isAsking = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const { info } = event;

  async function toggle(): Promise<void> {
    if (info === undefined || isAsking.current) return;
    isAsking.current = true;
    setIsBusy(true);
    try {
      const fields = { activity_id: info.id, on: info.remind ? '0' : '1' } as const;
      const { on } = await call('activityRemind', fields);
      event.put({ ...info, remind: on });
      toast(t(on ? 'remind.on' : 'remind.off'));
    } catch (failure) {
      toastFailure(t, failure, configs);
    } finally {
      isAsking.current = false;
      setIsBusy(false);
    }
  }

  return { isOn: info?.remind ?? false, isBusy, toggle: () => void toggle() };
}
