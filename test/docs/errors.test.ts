/** The table of error classes in docs/errors.md lists exactly the exported ones, with their codes and entry points. */

import { expect, test } from 'vitest';
import { HANDWRITTEN_ENTRIES } from '../../scripts/packages.mjs';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

type ErrorClass = new (...args: never) => Error & { readonly code?: unknown };

/** Constructor arguments, by class. */
const ARGUMENTS: { readonly [name: string]: readonly unknown[] } = {
  AskError: ['m'],
  AuthorizationError: ['m'],
  BodyTooLargeError: [1],
  ConfigError: [['m']],
  ConnectionClosedError: ['closed', 'm'],
  ConsentDeniedError: ['m'],
  PaginationError: ['m'],
  ForbiddenUrlError: ['m'],
  HandlerError: ['t', new Error('m')],
  HttpRefusalError: [401, 'm'],
  HttpStatusError: [500, 'm'],
  IncompleteBodyError: [],
  InvalidMessageError: ['x', 'm'],
  InvalidTokenError: ['m'],
  JsonRpcError: [-32000, 'm'],
  LimitError: ['m', 'x'],
  LoginRequiredError: ['https://example.com/mcp'],
  MistakeError: ['m'],
  NegotiationError: ['x', []],
  NotExpressibleError: [{ revision: 'x', method: 'x', part: 'params' }, '', 'x', 'y'],
  NotFoundError: [],
  NotOfferedError: ['m'],
  OutputTooLargeError: ['x', 2, 1],
  OverBudgetError: ['output'],
  OutsideRootsError: ['x', 'y'],
  ReplayError: ['m'],
  RequestCancelledError: [],
  RequestTimeoutError: ['x', 1],
  ReturnValueError: ['m'],
  SchemaError: ['x', '', 'y'],
  ServerNotRunningError: ['m'],
  SkillVerificationError: ['x', 'm'],
  StaleClaimError: [],
  StoreFullError: ['m'],
  TokenStoreError: ['m'],
  TaskCancelledError: ['id', undefined],
  ToolError: ['m'],
  UndecodableBodyError: [],
  UriError: ['x', 0, 'y'],
  UrlElicitationRequiredError: [[{ message: 'm', url: 'https://example.com/' }]],
};

/** The classes whose code is the number of a JSON-RPC error. */
const NUMBERED: ReadonlySet<string> = new Set(['JsonRpcError', 'HttpRefusalError', 'LimitError', 'OverBudgetError']);

const page = readProjectFile('docs/errors.md');

/** The rows of the table: class, code and entry points. */
const rows = [...page.matchAll(/^\| `(\w+)` +\| `([\w-]+)` +\| .+? \| (`@mcp-gen.+?`) +\|$/gm)].map((row) =>
  row.slice(1),
);

/** Exports a hook alone, and needs React, which is not installed. */
const REACT = '@mcp-gen/apps/view/react';

/** The exported error classes, each with the entry points that export it. */
async function exportedErrors(): Promise<Map<ErrorClass, string[]>> {
  const found = new Map<ErrorClass, string[]>();
  for (const { name, source } of HANDWRITTEN_ENTRIES) {
    if (name === REACT) continue;
    const exported = (await import(`../../${source}`)) as { readonly [name: string]: unknown };
    for (const value of Object.values(exported)) {
      if (typeof value !== 'function' || !(value.prototype instanceof Error)) continue;
      found.set(value as ErrorClass, [...(found.get(value as ErrorClass) ?? []), name]);
    }
  }
  return found;
}

test('docs/errors.md lists every error class with its code and entry points', async () => {
  const errors = await exportedErrors();
  const expected = [...errors].map(([errorClass, entries]) => {
    const error = new errorClass(...((ARGUMENTS[errorClass.name] ?? []) as never));
    const code = error.code;
    return [
      errorClass.name,
      typeof code === 'number' ? 'number' : String(code),
      entries.map((entry) => `\`${entry}\``).join(', '),
    ];
  });
  expect(rows.toSorted()).toEqual(expected.toSorted());
  expect(Object.keys(ARGUMENTS).sort()).toEqual([...errors.keys()].map(({ name }) => name).sort());
});

test('every error has the name of its class, an unambiguous code, and is recognized by its brand', async () => {
  const codes = new Set<unknown>();
  for (const errorClass of (await exportedErrors()).keys()) {
    const { name } = errorClass;
    const error = new errorClass(...((ARGUMENTS[name] ?? []) as never));
    expect(name).toMatch(/Error$/);
    // Every cancelled operation of the platform has this name.
    expect(error.name).toBe(name === 'RequestCancelledError' ? 'AbortError' : name);
    // Numbers are those of the protocol, which classes share.
    if (!NUMBERED.has(name)) {
      expect(error.code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(codes.has(error.code), name).toBe(false);
      codes.add(error.code);
    }
    expect(Object.hasOwn(errorClass.prototype as object, Symbol.for(`mcp-gen.error.${name}`)), name).toBe(true);
    expect(error).toBeInstanceOf(errorClass);
    expect(new Error('m')).not.toBeInstanceOf(errorClass);
  }
  expect(codes.size).toBeGreaterThan(20);
});

test('the example of docs/errors.md compiles', () => {
  const [, program = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  expect(program).not.toBe('');
  expect(typeErrors(new Map([['errors.ts', program]]))).toEqual([]);
});
