import ts from '@typescript/typescript6';
import { functionAround, nameOf, nodesOf, placeOf, type Source } from './sources.ts';

/** Files that may pass a computed text to PostgreSQL, or whose `query` is not PostgreSQL's. */
const ALLOWED: Readonly<Record<string, string>> = {
  'apps/api/src/platform/db/pool.ts': 'runs statements, whose texts this check has seen',
  'apps/api/src/platform/db/migrate.ts': 'runs the files of db/migrations',
  'apps/api/src/platform/db/embedded-roles.ts': 'sets passwords of its own, escaped by pg',
  'apps/api/src/platform/db/rights.ts': 'runs grants that PostgreSQL itself has written and quoted',
  'apps/api/src/gateways/guard-gateway.ts': 'asks a gateway',
  'apps/api/src/gateways/trace-gateway.ts': 'asks a gateway',
  'apps/api/src/domain/payments/query-attempt.ts': 'asks a gateway',
  'apps/api/src/domain/actions/asks.ts': 'asks a gateway',
  'apps/api/src/domain/console/service/test-call.ts': 'asks a gateway',
  'apps/api/src/platform/db/notices.ts': 'listens; its two callers write the channel out',
  'apps/api/src/domain/found-money/look-again.ts': 'asks a gateway',
};
/** Files that may use the pool: notices, and the schema check at the start. */
const MAY_HOLD_THE_POOL = [
  'apps/api/src/jobs/follow-work.ts',
  'apps/api/src/platform/db/notices.ts',
  'apps/api/src/settings.ts',
  'apps/api/src/build-context.ts',
  'apps/api/src/operator/shop-database.ts',
];

/**
 * Requires statements to be built while their module loads, so that no request becomes part of SQL.
 * @returns one line per violation
 */
export function sqlProblems(sources: readonly Source[]): string[] {
  const makers = makersOf(sources);
  return sources.flatMap((source) => [
    ...lateStatements(source, makers),
    ...freeQueries(source),
    ...heldPools(source),
  ]);
}

/** `statement` and functions that build statements; only each other and modules may call them. */
function makersOf(sources: readonly Source[]): ReadonlySet<string> {
  const makers = new Set(['statement']);
  for (let before = 0; before < makers.size;) {
    before = makers.size;
    for (const { tree } of sources) {
      for (const call of callsOf(tree, makers)) {
        const around = functionAround(call);
        const name = around === null ? null : nameOf(around);
        if (name !== null) makers.add(name);
      }
    }
  }
  return makers;
}

function lateStatements(source: Source, makers: ReadonlySet<string>): string[] {
  return [...callsOf(source.tree, makers)].flatMap((call) => {
    const around = functionAround(call);
    if (around === null) return [];
    const name = nameOf(around);
    const isMaker = name !== null && makers.has(name) && !runsLater(around);
    return isMaker
      ? []
      : [`${placeOf(source, call)} makes a statement while requests are answered`];
  });
}

/** A builder only returns a statement: not async, at the top of its module. */
function runsLater(made: ts.Node): boolean {
  const isAsync =
    ts.canHaveModifiers(made) &&
    ts.getModifiers(made)?.some((each) => each.kind === ts.SyntaxKind.AsyncKeyword);
  return isAsync === true || functionAround(made) !== null;
}

function* callsOf(tree: ts.Node, names: ReadonlySet<string>): Generator<ts.CallExpression> {
  for (const node of nodesOf(tree)) {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) continue;
    if (names.has(node.expression.text)) yield node;
  }
}

function freeQueries(source: Source): string[] {
  if (Object.hasOwn(ALLOWED, source.file)) return [];
  return [...nodesOf(source.tree)].flatMap((node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    if (node.expression.name.text !== 'query') return [];
    const [text] = node.arguments;
    if (text !== undefined && ts.isStringLiteralLike(text)) return [];
    return [`${placeOf(source, node)} asks the database with a text that is not written out`];
  });
}

function heldPools(source: Source): string[] {
  if (
    source.file.startsWith('apps/api/src/platform/db/') ||
    MAY_HOLD_THE_POOL.includes(source.file)
  )
    return [];
  if (!source.file.startsWith('apps/api/')) return [];
  return [...nodesOf(source.tree)].flatMap((node) =>
    ts.isPropertyAccessExpression(node) && node.name.text === 'pool'
      ? [`${placeOf(source, node)} takes the pool: operations use statements`]
      : [],
  );
}
