/**
 * Finds statements of a migration that may break the previous release. While servers are replaced one by one, and after a
 * rollback, its code runs on the new schema (docs/decisions/0047).
 * @returns one text a statement; none: the file only expands
 */
export function contractionsOf(sql: string): readonly string[] {
  const statements = withoutTexts(sql)
    .split(';')
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => each !== '' && each !== "''");
  const created = namesAfter(statements, /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g);
  const columns = namesAfter(statements, /\badd column (?:if not exists )?(\w+)/g);
  return statements.filter((statement) => {
    if (NARROWING.some((rule) => rule.test(statement))) return true;
    const table =
      /^alter table (?:if exists )?(?:only )?(\w+)|^create unique index .* on (\w+)/.exec(
        statement,
      );
    const name = table?.[1] ?? table?.[2];
    if (name === undefined || created.has(name) || !RULE.test(statement)) return false;
    // A rule about a new column binds no row of old code, which leaves the column empty.
    return ![...columns].some((column) => new RegExp(`\\b${column}\\b`).test(statement));
  });
}

const NARROWING: readonly RegExp[] = [
  /\bdrop (?:table|view|schema|type|column|function|sequence)\b/,
  /\brename (?:to|column|constraint)?\b/,
  /\balter column \w+ (?:set data )?type\b/,
  /\bset not null\b/,
  /\badd column (?:if not exists )?\w+ (?!.*\bdefault\b)[^,]*\bnot null\b/,
  /^truncate\b/,
];
/** Constraints and unique indexes of an existing table. */
const RULE =
  /\badd constraint\b|\badd (?:check|unique|foreign key|primary key|exclude)\b|^create unique index\b/;

function namesAfter(statements: readonly string[], form: RegExp): ReadonlySet<string> {
  return new Set(
    statements.flatMap((each) => [...each.matchAll(form)].map(([, name = '']) => name)),
  );
}

/** Without comments, strings and the bodies of functions. */
function withoutTexts(sql: string): string {
  return sql.replaceAll(/--.*$|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, "''").toLowerCase();
}
