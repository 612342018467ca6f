/** The tables of limits in SECURITY.md have the options and defaults that the tables of options declare. */

import { expect, test } from 'vitest';
import type { AnyOptionTable, OptionKind } from '@mcp-gen/runtime/options';
import { readProjectFile } from '../support/schemas.js';
import { typedConstants } from '../support/typedConstants.js';

/** An option with its place: `limits.bodyLimit` of `HttpEndpointOptions`. */
interface Declared {
  readonly options: string;
  readonly name: string;
  readonly kind: OptionKind;
}

/** A row with an option. */
interface Row {
  readonly row: string;
  readonly named: readonly { readonly name: string; readonly owner: string | undefined }[];
  readonly said: readonly number[];
}

/** The tables of functions, and of groups of options. Other names are those of an interface without `Options`. */
const OWNERS: { readonly [owner: string]: string } = {
  MemoryRateLimiter: 'RateLimitOptions',
  bridge: 'BridgeOptions',
  completer: 'CompleterOptions',
  connect: 'ClientOptions',
  createRedisStores: 'RedisStoresOptions',
  delegatedAuthorization: 'DelegatedAuthorizationOptions',
  dpop: 'DpopOptions',
  introspection: 'IntrospectionOptions',
  lists: 'PagesOptions',
  login: 'AuthorizationCodeOptions',
  loopbackReceiver: 'LoopbackOptions',
  tasks: 'TasksOptions',
};

const SENDING = 'how streams of this side are sent, not what the other side may do';
const OWN = 'an application chooses it: how long its own data is valid, or how much its own limiter lets through';

/** Numbers that limit nothing of the other side, by the last part of their names. */
const NO_LIMITS: { readonly [name: string]: string } = {
  port: 'not an amount',
  streamAfter: SENDING,
  keepAlive: SENDING,
  streamLifetime: SENDING,
  pollInterval: SENDING,
  misses: 'pings are off unless the application sets their interval',
  startTimeout: 'servers continue to start',
  ttlMs: OWN,
  perSecond: OWN,
  'ttl of SkillsOptions': OWN,
};

/** Options with a row that no table gives a constant default. */
const NOT_DECLARED: { readonly [name: string]: string } = {
  discoverTimeout: 'follows from the revisions and the timeout of requests',
};

const UNITS: { readonly [unit: string]: number } = {
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  Mi: 2 ** 20,
  seconds: 1_000,
  minutes: 60_000,
  days: 86_400_000,
};

const declared = (await typedConstants<AnyOptionTable>('OptionTable')).flatMap(({ argument, value }) =>
  optionsIn(argument, value),
);
const limits = declared.filter(({ kind }) => isLimit(kind));
const rows = rowsIn(readProjectFile('SECURITY.md'));

test('the tables have rows with options', () => {
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)('$row', ({ row, named, said }) => {
  const found = named.map((each) => ({ each, numbers: lookUp(each).flatMap(({ kind }) => defaultsOf(kind)) }));
  const unknown = found.filter(
    ({ each, numbers }) => numbers.length === 0 && !Object.hasOwn(NOT_DECLARED, titleOf(each)),
  );
  expect(unknown, `${row}: no table of options has a default for this option`).toEqual([]);
  const defaults = [...new Set(found.flatMap(({ numbers }) => numbers))].toSorted(byValue);
  // What follows in the cell is fixed.
  expect(said.slice(0, defaults.length).toSorted(byValue)).toEqual(defaults);
});

test('every option that limits something has a row', () => {
  const covered = new Set(rows.flatMap(({ named }) => named).flatMap((each) => lookUp(each).map(({ kind }) => kind)));
  const missing = limits.filter(({ kind, ...each }) => !covered.has(kind) && exceptionOf(each) === undefined);
  expect([...new Set(missing.map(({ options, name }) => `${name} of ${options}`))]).toEqual([]);
});

test('each exception is an option without a row, or without a default', () => {
  const used = new Set(limits.map(exceptionOf));
  expect(Object.keys(NO_LIMITS).filter((name) => !used.has(name))).toEqual([]);
  const named = rows.flatMap((each) => each.named);
  const undeclared = named
    .filter((each) => lookUp(each).every(({ kind }) => defaultsOf(kind).length === 0))
    .map(titleOf);
  expect(undeclared.toSorted()).toEqual(Object.keys(NOT_DECLARED).toSorted());
});

function titleOf({ name, owner }: Row['named'][number]): string {
  return owner === undefined ? name : `${name} of ${owner}`;
}

function exceptionOf({ name, options }: Pick<Declared, 'name' | 'options'>): string | undefined {
  return Object.keys(NO_LIMITS).find((each) => [name.split('.').at(-1), `${name} of ${options}`].includes(each));
}

/** Whether an option is a number that limits something: a delay does not. */
function isLimit(kind: OptionKind): boolean {
  if (kind.expected === 'a number of milliseconds') return false;
  return defaultsOf(kind).length > 0;
}

/** The numbers of a default: one, or those of a rate or a size. */
function defaultsOf({ default: value, isNumber }: OptionKind): readonly number[] {
  if (isNumber === true) return typeof value === 'number' ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).filter((each) => typeof each === 'number')
    : [];
}

function optionsIn(options: string, table: AnyOptionTable, prefix = ''): readonly Declared[] {
  return Object.entries(table).flatMap(([name, kind]) => [
    { options, name: `${prefix}${name}`, kind },
    ...(kind.group === undefined ? [] : optionsIn(options, kind.group, `${prefix}${name}.`)),
  ]);
}

/** Returns the options that a row means. Without an owner, all of this name: they must have the same meaning. */
function lookUp({ name, owner }: Row['named'][number]): readonly Declared[] {
  const [first = '', ...rest] = name.split('.');
  if (owner === undefined && rest.length > 0 && OWNERS[first] !== undefined) {
    return lookUp({ name: rest.join('.'), owner: first });
  }
  const options = owner && (OWNERS[owner] ?? `${owner}Options`);
  return declared.filter((each) => each.name === name && (options === undefined || each.options === options));
}

/** The rows of the tables of limits that name options, and the numbers of their defaults. */
function rowsIn(page: string): readonly Row[] {
  const lines = page.slice(page.indexOf('\n## Limits\n')).match(/^\|.*\|$/gm) ?? [];
  return lines.flatMap((line) => {
    const [row = '', option = '', said = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const named = [...option.matchAll(/`([\w.]+)`(?: of `?(\w+)`?)?/g)].map(([, name = '', owner]) => ({
      name,
      owner,
    }));
    return named.length === 0 || !option.startsWith('`')
      ? []
      : [{ row: `${row}: ${option}`, named, said: numbersIn(said) }];
  });
}

function numbersIn(text: string): readonly number[] {
  const found = [...text.matchAll(/(\d[\d.,]*\d|\d)(?: (KiB|MiB|Mi|seconds|minutes|days)\b)?/g)];
  return found.map(([, digits = '', unit = '']) => Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1));
}

function byValue(a: number, b: number): number {
  return a - b;
}
