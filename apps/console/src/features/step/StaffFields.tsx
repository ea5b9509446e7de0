import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import { TOKEN_PERMISSIONS } from '@webpay/contract/console/tokens';
import { useMe } from '../../api/queries.ts';
import { roleName, tokenReads } from '../../roles.ts';
import { Field } from '../../ui/Field/Field.tsx';
import styles from './Step.module.css';
import type { Step } from './use-step.ts';

/** Name of a new operator; roles and projects of any. */
export function StaffFields({ step }: { readonly step: Step }) {
  const { seed, draft, change } = step;
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
      <Projects step={step} />
    </>
  );
}

/** Name of a script's token, the data that it reads, and its life. */
export function TokenFields({ step }: { readonly step: Step }) {
  const { draft, change } = step;
  return (
    <>
      <Field
        label="Name"
        help="Names the script in the audit log."
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={draft.name}
        onValue={(name) => change({ name })}
      />
      <Ticks
        legend="Reads"
        all={TOKEN_PERMISSIONS.map((each) => ({ value: each, label: tokenReads(each) }))}
        chosen={draft.permissions}
        onChoose={(permissions) => change({ permissions })}
      />
      <Projects step={step} />
      <Field
        label="Days until it ends"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={draft.days}
        onValue={(days) => change({ days })}
      />
    </>
  );
}

/** Ticks of the projects that the operator knows. */
export function Projects({ step: { draft, change } }: { readonly step: Step }) {
  const { projects: known } = useMe();
  return (
    <Ticks
      legend="Projects; none of them means all"
      all={known.map(({ code, name }) => ({ value: code, label: name }))}
      chosen={draft.projects}
      onChoose={(projects) => change({ projects })}
    />
  );
}

/** Ticks of a list, in its order. */
export function Ticks<T extends string>({
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
