import { describe, expect, expectTypeOf, it, test } from 'vitest';
import * as v from 'valibot';
import { compileParameters } from './named-parameters.ts';
import { encodeValues, statement, type RowOf, type ValuesFor } from './statement.ts';

describe('named parameters of a statement', () => {
  test.each<[string, string, string, string[]]>([
    ['one', 'select :id', 'select $1', ['id']],
    ['several by first use', ':b, :a', '$1, $2', ['b', 'a']],
    ['one that comes again once', ':a or :b or :a', '$1 or $2 or $1', ['a', 'b']],
    ['a longer name apart from its beginning', ':id, :idOf', '$1, $2', ['id', 'idOf']],
    ['a cast after a name', ':at::timestamptz', '$1::timestamptz', ['at']],
    [
      'casts of a column and of a list',
      'a::text = any (:ids::text[])',
      'a::text = any ($1::text[])',
      ['ids'],
    ],
    ['a cast of a cast', 'a::text::int4', 'a::text::int4', []],
    ['a colon in a string', `'{a:b}' || :c`, `'{a:b}' || $1`, ['c']],
    ['a doubled quote in a string', `'it''s :no' || :c`, `'it''s :no' || $1`, ['c']],
    ['an escape string', `e'\\':no' || :c`, `e'\\':no' || $1`, ['c']],
    ['a backslash that ends a plain string', `'\\' || :c || '\\'`, `'\\' || $1 || '\\'`, ['c']],
    ['a quoted identifier', `":no""x" = :c`, `":no""x" = $1`, ['c']],
    ['a dollar quote', '$$ :no $1 $$ || :c', '$$ :no $1 $$ || $1', ['c']],
    ['a tagged dollar quote', '$q$ $$ :no $q$ || :c', '$q$ $$ :no $q$ || $1', ['c']],
    ['a dollar sign in an identifier', 'a$1 = :c', 'a$1 = $1', ['c']],
    ['a line comment', '-- :no\n:c', '-- :no\n$1', ['c']],
    ['a comment in a comment', '/* :no /* :no */ :no */ :c', '/* :no /* :no */ :no */ $1', ['c']],
    [
      'a JSON path',
      `a #>> '{to,cid}' = :c and b @? '$.x ? (@.y == 1)'`,
      `a #>> '{to,cid}' = $1 and b @? '$.x ? (@.y == 1)'`,
      ['c'],
    ],
    [
      'an operator before a name',
      'a->:key, a @>:part, -:n',
      'a->$1, a @>$2, -$3',
      ['key', 'part', 'n'],
    ],
    [
      'a named argument of a function',
      'f(secs := 1, days => :n)',
      'f(secs := 1, days => $1)',
      ['n'],
    ],
    ['an index', 'a[:index]', 'a[$1]', ['index']],
    ['members of an array', 'array[:a, :b]', 'array[$1, $2]', ['a', 'b']],
    ['a slice', 'a[1:n], a[i:2], a[f(x):y]', 'a[1:n], a[i:2], a[f(x):y]', []],
    ['a slice with a name for its end', 'a[1 : :last]', 'a[1 : $1]', ['last']],
    ['a slice with a name for its start', 'a[:first:n]', 'a[$1:n]', ['first']],
    ['a slice without a start', 'a[:2]', 'a[:2]', []],
    [
      'a name in brackets within brackets',
      'a[f(case when b then :c end)]',
      'a[f(case when b then $1 end)]',
      ['c'],
    ],
    ['none', 'select 1', 'select 1', []],
  ])('compiles %s', (_, sql, text, names) => {
    expect(compileParameters(sql)).toEqual({ text, names });
  });

  test.each([
    ['a number instead of a name', 'a = $1', '$1 has no name'],
    ['a string that does not end', `a = 'b`, 'the quote at 4 does not end'],
    ['a dollar quote that does not end', 'a = $q$b', 'the quote at 4 does not end'],
    ['a comment that does not end', '/* a', 'the comment at 0 does not end'],
  ])('refuses %s', (_, sql, message) => {
    expect(() => compileParameters(sql)).toThrow(message);
  });
});

describe('a statement', () => {
  it('refuses a name that params does not declare, or that the text does not use', () => {
    expect(() => statement({ name: 's', text: 'select :a, :b', params: { a: 'text' } })).toThrow(
      's: params does not declare b',
    );
    expect(() =>
      statement({ name: 's', text: 'select :a', params: { a: 'text', b: 'text' } }),
    ).toThrow('s: the text does not use b');
  });

  it('types values by name and the row by its shape', () => {
    const find = statement({
      name: 's',
      text: 'select n from t where a = :a and at < :at and d @> any (:tags)',
      params: { a: 'text?', at: 'timestamptz', tags: 'jsonb[]' },
      row: v.object({ n: v.number() }),
    });
    expectTypeOf<ValuesFor<typeof find>['a']>().toEqualTypeOf<string | null>();
    expectTypeOf<keyof ValuesFor<typeof find>>().toEqualTypeOf<'a' | 'at' | 'tags'>();
    expect(find.params.map(({ name }) => name)).toEqual(['a', 'at', 'tags']);
    expectTypeOf<RowOf<typeof find>>().toEqualTypeOf<{ n: number }>();
  });

  it('passes values in the order of the text, JSON as text', () => {
    const { params } = statement({
      name: 's',
      text: 'select :b, :a, :list, :none',
      params: { a: 'text', b: 'jsonb', list: 'jsonb[]', none: 'jsonb?' },
    });
    expect(encodeValues(params, { none: null, list: [1, 'x'], a: 'A', b: [1] })).toEqual([
      '[1]',
      'A',
      ['1', '"x"'],
      null,
    ]);
  });
});
