import { Choices } from '../../ui/Choices/Choices.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { fullText, localDayText } from '../../ui/Time/time-text.ts';
import { momentOf } from './publish-draft.ts';
import type { Step } from './use-step.ts';

/** Publishes now, or at a moment in UTC that is also told by the clock of this computer. */
export function PublishTime({ step: { draft, change } }: { readonly step: Step }) {
  const at = momentOf(draft);
  return (
    <>
      <Choices
        legend="When"
        isBeside
        choices={[
          { value: 'now', label: 'Publish now' },
          { value: 'later', label: 'Publish at a time' },
        ]}
        chosen={draft.publishAt === null ? 'now' : 'later'}
        onChoose={(value) => change({ publishAt: value === 'now' ? null : '' })}
      />
      {draft.publishAt !== null && (
        <Field
          label="Day and time, in UTC"
          type="datetime-local"
          help={
            at === null || Number.isNaN(at)
              ? 'From one minute to 90 days ahead.'
              : `${fullText(at)}. On this computer: ${localDayText(at)}.`
          }
          value={draft.publishAt}
          onValue={(publishAt) => change({ publishAt })}
        />
      )}
    </>
  );
}
