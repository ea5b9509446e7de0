import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Chip } from '../Chip/Chip.tsx';
import { Chips } from '../Chips/Chips.tsx';
import { cx } from '../cx.ts';
import field from '../Field/Field.module.css';
import { Icon } from '../Icon/Icon.tsx';
import styles from './Picker.module.css';
import { findOptions, moveActive, type PickerOption, typeAhead } from './picker-rules.ts';
import { Sheet } from '../Sheet/Sheet.tsx';

type PickerProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly options: readonly PickerOption[];
  readonly value: string | null;
  /** The picker then closes itself through `onClose`. */
  readonly onChoose: (value: string) => void;
  /** Placeholder of the search field: "Search all regions". */
  readonly searchText: string;
  /** Text for no result: 'No server called "xyz". …' */
  readonly emptyText: (query: string) => string;
  /** Chips above the list; search ignores them. */
  readonly groups?: readonly { readonly id: string; readonly label: string }[];
  readonly groupsLabel?: string;
  readonly group?: string | null;
};

/** Short lists do not open a phone's keyboard. */
const MAX_SHORT_LIST = 8;
const TYPING_MS = 700;

/** Searches a list in a bottom sheet: region, server, country, language. */
export function Picker(props: PickerProps) {
  return (
    <Sheet open={props.open} onClose={props.onClose} title={props.title} height="tall">
      <PickerBody {...props} />
    </Sheet>
  );
}

function PickerBody(props: PickerProps) {
  const { options, value, groups = [] } = props;
  const t = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const own = options.find((option) => option.value === value)?.group;
  const [group, setGroup] = useState<string | null>(props.group ?? own ?? groups[0]?.id ?? null);
  const rows = findOptions(options, query, groups.length > 0 ? group : null);
  const chosen = rows.findIndex((option) => option.value === value);
  const [active, setActive] = useState(Math.max(chosen, 0));
  // The active row is marked for keyboard users only.
  const [byKeys, setByKeys] = useState(false);
  const current = Math.min(active, rows.length - 1);
  const searching = query.trim() !== '';

  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const rowId = (index: number) => `${id}row${index}`;

  // This runs after the sheet has opened, because a hidden list cannot scroll.
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function choose(option: PickerOption | undefined) {
    if (!option || option.disabledReason !== undefined) return;
    props.onChoose(option.value);
    props.onClose();
  }

  function onKey(event: KeyboardEvent, inSearch: boolean) {
    const nextActive = moveActive(event.key, current, rows.length);
    // Home and End belong to the search text.
    if (nextActive !== null && !(inSearch && ['Home', 'End'].includes(event.key))) {
      event.preventDefault();
      setActive(nextActive);
      setByKeys(true);
    } else if (event.key === 'Enter' || (event.key === ' ' && !inSearch)) {
      event.preventDefault();
      choose(rows[current]);
    } else if (!inSearch && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const { text, at } = typed.current;
      const isFresh = event.timeStamp - at > TYPING_MS;
      typed.current = { text: (isFresh ? '' : text) + event.key, at: event.timeStamp };
      const found = typeAhead(rows, typed.current.text, current);
      if (found !== null) setActive(found);
      setByKeys(true);
    }
  }

  return (
    <div className={styles.picker}>
      <label className={cx('row-tight', field.box, styles.search)}>
        <Icon name="search" />
        <input
          type="search"
          className={cx('grow', field.input)}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={rows.length > 0 ? rowId(current) : undefined}
          aria-label={props.searchText}
          placeholder={props.searchText}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          data-no-autofocus={options.length > MAX_SHORT_LIST ? undefined : true}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            setByKeys(true);
          }}
          onKeyDown={(event) => onKey(event, true)}
        />
      </label>
      {groups.length > 0 && !searching && (
        <Chips
          label={props.groupsLabel ?? props.title}
          options={groups}
          value={group}
          inset
          onChange={(next) => {
            setGroup(next);
            setActive(0);
          }}
        />
      )}
      <ResultCount count={searching ? rows.length : null} />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={props.title}
        className={styles.list}
        tabIndex={0}
        aria-activedescendant={rows.length > 0 ? rowId(current) : undefined}
        data-autofocus={options.length > MAX_SHORT_LIST ? undefined : true}
        onKeyDown={(event) => onKey(event, false)}
      >
        {rows.map((option, index) => (
          <button
            key={option.value}
            id={rowId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            aria-disabled={option.disabledReason === undefined ? undefined : true}
            lang={option.lang}
            className={cx(
              'row',
              styles.row,
              option.value === value && styles.chosen,
              option.disabledReason !== undefined && styles.off,
              index === current && byKeys && styles.active,
            )}
            onClick={() => choose(option)}
          >
            <span className={cx('grow', styles.name)}>
              {option.label}
              {searching && <GroupOf option={option} groups={groups} />}
            </span>
            {option.hint && <span className={cx('muted', styles.hint)}>{option.hint}</span>}
            {option.disabledReason && <Chip tone="warn">{option.disabledReason}</Chip>}
            {option.value === value && <Icon name="check" />}
          </button>
        ))}
      </div>
      {rows.length === 0 && (
        <p className={styles.empty}>
          {searching ? props.emptyText(query.trim()) : t('ui.nothing')}
        </p>
      )}
    </div>
  );
}

function GroupOf(props: {
  readonly option: PickerOption;
  readonly groups: NonNullable<PickerProps['groups']>;
}) {
  const label = props.groups.find((group) => group.id === props.option.group)?.label;
  return label ? <span className={cx('muted', styles.hint)}> · {label}</span> : null;
}

/** Announces half a second after the last letter, to not interrupt typing. */
function ResultCount({ count }: { readonly count: number | null }) {
  const t = useText();
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const text = count === null ? '' : t('ui.results', { count });
    const timer = setTimeout(() => setAnnounced(text), 500);
    return () => clearTimeout(timer);
  }, [count, t]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
