import { expect, it } from 'vitest';
import { problemsOf } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import type { Environment } from './fields.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

const described: [string, Variable][] = Object.entries(VARIABLES);

it('every described variable is read', () => {
  const read = new Set<string>();
  const watched = (environment: Environment) =>
    new Proxy(environment, {
      get: (target, name) => {
        read.add(String(name));
        return target[String(name)];
      },
    });
  for (const mode of ['sandbox', 'production']) problemsOf(watched({ WEBPAY_MODE: mode }));
  expect([...read].toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
});

it('every described default is the value of an absent variable', () => {
  const defaults = described.filter(([, { fallback }]) => fallback !== '');
  const environment = Object.fromEntries(defaults.map(([name, { fallback }]) => [name, fallback]));
  expect(readConfig(environment)).toEqual(readConfig({}));
});

it('the variables described as required are the missing ones of production', () => {
  const required = described.filter(([, { production }]) => production.startsWith('Required'));
  const missing = problemsOf({ WEBPAY_MODE: 'production' }).map((each) => each.replace(/ .*/, ''));
  expect(missing.toSorted()).toEqual(required.map(([name]) => name).toSorted());
});
