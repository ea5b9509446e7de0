import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import { useMe } from '../../api/queries.ts';
import { roleName } from '../../roles.ts';
import { Field } from '../../ui/Field/Field.tsx';
import styles from './Step.module.css';
import type { Step } from './use-step.ts';

/** Name of a new operator; roles and projects of any. */
export function StaffFields({ step: { seed, draft, change } }: { readonly step: Step }) {
  const { projects: known } = useMe();
  return (
    <>
      {seed.kind === 'invite_operator' && (
        <Field
          label="Name"
          help="The person signs in with it. It cannot be changed."
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.name}
          onValue={(name) => change({ name })}
        />
      )}
      <Ticks
        legend="Roles"
        all={CONSOLE_ROLES.map((role) => ({ value: role, label: roleName(role) }))}
        chosen={draft.roles}
        onChoose={(roles) => change({ roles })}
      />
      <Ticks
        legend="Projects; none of them means all"
        all={known.map(({ code, name }) => ({ value: code, label: name }))}
        chosen={draft.projects}
        onChoose={(projects) => change({ projects })}
      />
    </>
  );
}

function Ticks<T extends string>({
  legend,
  all,
  chosen,
  onChoose,
}: {
  readonly legend: string;
  readonly all: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: readonly T[]) => void;
}) {
  const values = all.map(({ value }) => value);
  return (
    <fieldset className={styles['ticks']}>
      <legend>{legend}</legend>
      {all.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(values.filter((each) => (each === value ? checked : chosen.includes(each))))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
