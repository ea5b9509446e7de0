import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Chip, Chips } from '../../ui/Chips/Chips.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { FIELD_NAMES, fieldOf, type FieldName, type View, VIEWS } from './fields.ts';
import { type Filters, valueText, withFilter } from './filters.ts';
import { FilterForm } from './FilterForm.tsx';
import styles from './FilterBar.module.css';

/** Fields with a chip of their own while they are not set. */
const AT_HAND: readonly FieldName[] = ['state', 'time', 'mail', 'country'];

export const FILTER_KEY = { key: 'f', label: 'Filter' } as const;

/** Filters of the list: those that are set, those at hand, and all others behind one press. */
export function FilterBar({
  view,
  filters,
  project,
  onFilters,
  onClearView,
  onClearProject,
}: {
  readonly view: View;
  readonly filters: Filters;
  /** Name of the project that narrows the list; null: all. */
  readonly project: string | null;
  readonly onFilters: (filters: Filters) => void;
  readonly onClearView: () => void;
  readonly onClearProject: () => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useKeys('Filters', [{ ...FILTER_KEY, run: () => bar.current?.querySelector('button')?.click() }]);
  const set = FIELD_NAMES.filter((name) => filters[name] !== undefined);
  const hasView = view !== 'all' && set.length > 0;
  const change = (name: FieldName, value: string | null) =>
    onFilters(withFilter(filters, name, value));
  return (
    <Chips count={set.length} onClear={() => onFilters({})}>
      <div ref={bar} className={styles['add']}>
        <AddFilter names={FIELD_NAMES.filter((name) => !set.includes(name))} onChange={change} />
      </div>
      {hasView && (
        <Fixed
          label="View"
          value={VIEWS.find((each) => each.view === view)?.label ?? view}
          onClear={onClearView}
        />
      )}
      {project !== null && <Fixed label="Project" value={project} onClear={onClearProject} />}
      {set.map((name) => (
        <FieldChip key={name} name={name} value={filters[name] ?? null} onChange={change} />
      ))}
      {AT_HAND.filter((name) => !set.includes(name)).map((name) => (
        <span key={name} className={styles['at-hand']}>
          <FieldChip name={name} value={null} onChange={change} />
        </span>
      ))}
    </Chips>
  );
}

type OnChange = (name: FieldName, value: string | null) => void;

function FieldChip({
  name,
  value,
  onChange,
}: {
  readonly name: FieldName;
  readonly value: string | null;
  readonly onChange: OnChange;
}) {
  return (
    <Chip
      label={fieldOf(name).label}
      value={value === null ? null : valueText(name, value)}
      onClear={() => onChange(name, null)}
    >
      {(close) => (
        <FilterForm
          name={name}
          value={value}
          onApply={(typed) => {
            onChange(name, typed);
            close();
          }}
        />
      )}
    </Chip>
  );
}

/** A narrowing that is not a field: it can only be taken away. */
function Fixed({
  label,
  value,
  onClear,
}: {
  readonly label: string;
  readonly value: string;
  readonly onClear: () => void;
}) {
  return (
    <span className={styles['fixed']}>
      {label} <b>{value}</b>
      <button type="button" aria-label={`Clear ${label}: ${value}`} onClick={onClear}>
        <IconX aria-hidden />
      </button>
    </span>
  );
}

function AddFilter({
  names,
  onChange,
}: {
  readonly names: readonly FieldName[];
  readonly onChange: OnChange;
}) {
  return (
    <Chip label="Filter" value={null} onClear={() => undefined}>
      {(close) => <AddForm names={names} onChange={onChange} onDone={close} />}
    </Chip>
  );
}

/** First the field, then its value, in one box. */
function AddForm({
  names,
  onChange,
  onDone,
}: {
  readonly names: readonly FieldName[];
  readonly onChange: OnChange;
  readonly onDone: () => void;
}) {
  const [name, setName] = useState<FieldName | null>(null);
  if (name !== null) {
    return (
      <FilterForm
        name={name}
        value={null}
        onApply={(value) => {
          onChange(name, value);
          onDone();
        }}
      />
    );
  }
  return (
    <ul className={styles['fields']}>
      {names.map((each, index) => (
        <li key={each}>
          <button
            type="button"
            data-autofocus={index === 0 || undefined}
            onClick={() => setName(each)}
          >
            <IconPlus aria-hidden />
            {fieldOf(each).label}
          </button>
        </li>
      ))}
    </ul>
  );
}
