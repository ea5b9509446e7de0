import { WEBHOOK_KEPT_DAYS, WEBHOOK_TYPES } from '@webpay/contract/console/webhooks';
import { WEBHOOK_EVENTS } from '../../roles.ts';
import { Field } from '../../ui/Field/Field.tsx';
import { Projects, Ticks } from './StaffFields.tsx';
import type { Step } from './use-step.ts';

/** Name and address of a webhook, and the events that it hears of. */
export function WebhookFields({ step }: { readonly step: Step }) {
  const { draft, change } = step;
  return (
    <>
      <Field
        label="Name"
        help="Names the receiver in the audit log."
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={draft.name}
        onValue={(name) => change({ name })}
      />
      <Field
        label="Address"
        help="It begins with https:// and is public. Its answer must come within ten seconds."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={draft.url}
        onValue={(url) => change({ url })}
      />
      <Ticks
        legend="Events"
        all={WEBHOOK_TYPES.map((type) => ({ value: type, label: WEBHOOK_EVENTS[type] }))}
        chosen={draft.types}
        onChoose={(types) => change({ types })}
      />
      <Projects step={step} />
    </>
  );
}

/** The moment since which messages are sent again. */
export function ReplayFields({ step: { draft, change } }: { readonly step: Step }) {
  return (
    <Field
      label="Since day and time, in UTC"
      type="datetime-local"
      help={`At most ${WEBHOOK_KEPT_DAYS} days back.`}
      value={draft.since}
      onValue={(since) => change({ since })}
    />
  );
}
