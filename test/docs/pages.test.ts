/** What the pages on servers, clients and hosts show is what there is. */

import { describe, expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

/** The public methods and getters of a class, by its source. */
function methodsOf(file: string): readonly string[] {
  const methods = [...readProjectFile(file).matchAll(/^ {2}(?:async |get )?(\w+)[(<]/gm)].map(([, name = '']) => name);
  return methods.filter((name) => name !== 'constructor');
}

describe.each([
  { page: 'docs/client.md', said: 'client', file: 'sdk/src/client/client.ts' },
  { page: 'docs/host.md', said: 'host', file: 'sdk/src/host/host.ts' },
  { page: 'docs/server.md', said: 'server', file: 'sdk/src/server/server.ts' },
])('$page', ({ page: path, said, file }) => {
  const page = readProjectFile(path);

  test('has programs that compile', () => {
    const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
      ([, code = ''], index) => [`${index}.ts`, code] as const,
    );
    expect(programs.length).toBeGreaterThanOrEqual(2);
    expect(typeErrors(new Map(programs))).toEqual([]);
  });

  test('speaks of every method', () => {
    const methods = methodsOf(file);
    expect(methods.length).toBeGreaterThan(6);
    expect(methods.filter((name) => !page.includes(`${name}(`) && !page.includes(`${said}.${name}`))).toEqual([]);
  });
});

test.each(['docs/tasks.md', 'docs/authorization.md'])('the programs of %s compile', (page) => {
  const programs = [...readProjectFile(page).matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = ''], index) => [`${index}.ts`, code] as const,
  );
  expect(programs.length).toBeGreaterThanOrEqual(2);
  expect(typeErrors(new Map(programs))).toEqual([]);
});

test('the programs of docs/extensions.md compile, but for those with the packages of the tutorial', () => {
  const programs = [...readProjectFile('docs/extensions.md').matchAll(/```ts\n(.*?)```/gs)].flatMap(
    ([, code = ''], index) => (/'@me\/acme'|'\.\/protocol\//.test(code) ? [] : [[`${index}.ts`, code] as const]),
  );
  expect(programs.length).toBeGreaterThanOrEqual(3);
  expect(typeErrors(new Map(programs))).toEqual([]);
});

test('docs/server.md speaks of everything that a handler is given', () => {
  const page = readProjectFile('docs/server.md');
  const source = readProjectFile('sdk/src/server/context.ts');
  const members = [...source.matchAll(/^ {2}(?:get )?(\w+)[(<]/gm)].map(([, name = '']) => name);
  const internal = ['constructor', 'meta', 'sessionId'];
  expect(members.length).toBeGreaterThan(10);
  expect(members.filter((name) => !internal.includes(name) && !page.includes(`\`${name}`))).toEqual([]);
});
