import { openLog } from './log.ts';

/** One row to write, or with null to delete. Made by a table, written by `Store.commit`. */
export type Change = { readonly table: string; readonly id: string; readonly row: unknown };

export type Table<T> = {
  readonly rows: ReadonlyMap<string, T>;
  readonly get: (id: string) => T | undefined;
  readonly put: (id: string, row: T) => Change;
  readonly remove: (id: string) => Change;
};

/** Called for every change of a table, also during replay. */
export type Follow<T> = (id: string, now: T | undefined, before: T | undefined) => void;

export type Store = {
  readonly table: <T>(name: string, follow?: Follow<T>) => Table<T>;
  /** Replays the log. Call once, after every table is declared. */
  readonly open: () => void;
  /** Writes all changes as one line, then applies them: all or none. */
  readonly commit: (changes: readonly Change[]) => void;
  readonly close: () => void;
};

type Slot = { apply: (id: string, row: unknown) => void };

export function createStore(file: string): Store {
  const slots = new Map<string, Slot>();
  let log: ReturnType<typeof openLog> | undefined;

  const apply = (table: string, id: string, row: unknown): void => {
    const slot = slots.get(table);
    if (!slot) throw new Error(`the log names a table this sandbox does not know: ${table}`);
    slot.apply(id, row);
  };

  return {
    table: <T>(name: string, follow?: Follow<T>) => declareTable<T>(slots, name, follow),
    open: () => {
      log = openLog(file, (entry) => {
        for (const [table, id, row] of readEntry(entry)) apply(table, id, row);
      });
    },
    commit: (changes) => {
      if (!log) throw new Error('the store is not open');
      if (changes.length === 0) return;
      log.append(changes.map(({ table, id, row }) => [table, id, row]));
      for (const { table, id, row } of changes) apply(table, id, row);
    },
    close: () => {
      log?.close();
      log = undefined;
    },
  };
}

function declareTable<T>(slots: Map<string, Slot>, name: string, follow?: Follow<T>): Table<T> {
  if (slots.has(name)) throw new Error(`the table ${name} is declared twice`);
  const rows = new Map<string, T>();
  slots.set(name, {
    apply: (id, row) => {
      const before = rows.get(id);
      // Verified edge: only `put` of this table writes rows under its name.
      const now = row === null ? undefined : (row as T);
      if (now === undefined) rows.delete(id);
      else rows.set(id, now);
      follow?.(id, now, before);
    },
  });
  return {
    rows,
    get: (id) => rows.get(id),
    put: (id, row) => ({ table: name, id, row }),
    remove: (id) => ({ table: name, id, row: null }),
  };
}

function readEntry(entry: unknown): Array<[string, string, unknown]> {
  if (!Array.isArray(entry)) throw new Error('the log holds a line that is not a list of changes');
  return entry.map((change: unknown) => {
    if (!Array.isArray(change)) throw new Error('the log holds a change that is not a list');
    const parts: readonly unknown[] = change;
    const [table, id, row] = parts;
    if (typeof table !== 'string' || typeof id !== 'string' || row === undefined) {
      throw new Error('the log holds a change without a table, an id or a row');
    }
    return [table, id, row];
  });
}
