/** Facts of the registry in explanations, and names that are neither methods nor definitions, over the revisions of this project. */

import { describe, expect, test } from 'vitest';
import { explain } from '../../../generator/explain/explain.js';
import { renderExplanation } from '../../../generator/explain/renderExplanation.js';
import { compileText } from '../../support/compileText.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';

const revisions = REVISION_IDS.map((id) => compileText(schemaText(id), id));

/** The facts of a page, as `label: text`. */
function page(name: string, revision?: string): readonly string[] {
  const found = explain(name, revisions, revision);
  if (found.kind === 'unknown') throw new Error(`${name} is not there`);
  const text = renderExplanation(found, { width: 200, bold: (part) => part });
  return [...text.matchAll(/^ {2}([A-Z][a-z]+(?: [a-z]+)?) {2,}(.*)$/gm)].map(([, label, rest]) => `${label}: ${rest}`);
}

describe('a method', () => {
  test('whose result may be cached, with the notification of its changes', () => {
    expect(explain('tools/list', revisions)).toMatchObject({
      cacheable: true,
      changeNotification: 'notifications/tools/list_changed',
    });
    expect(page('tools/list')).toEqual(
      expect.arrayContaining([
        'Cacheable: yes: the result states how long',
        'Changes: announced by notifications/tools/list_changed',
      ]),
    );
    expect(explain('tools/list', revisions, '2025-11-25')).toMatchObject({ cacheable: false });
    expect(page('tools/list', '2025-11-25').join()).not.toContain('Cacheable');
    expect(explain('tools/call', revisions)).not.toHaveProperty('changeNotification');
  });

  test('whose result may ask for input, and whose name a header repeats', () => {
    expect(explain('tools/call', revisions)).toMatchObject({ asks: true, nameParam: 'name' });
    expect(page('resources/read')).toEqual(
      expect.arrayContaining([
        'Asks: the result may ask for input instead',
        'Header: the parameter uri is the value of Mcp-Name',
      ]),
    );
    expect(explain('tools/list', revisions)).toMatchObject({ asks: false });
    expect(explain('tools/list', revisions)).not.toHaveProperty('nameParam');
    expect(explain('tools/call', revisions, '2025-11-25')).toMatchObject({ asks: false });
    expect(page('tools/call', '2025-11-25').join()).not.toContain('Header: ');
  });

  test('that the sdk has no interface of its own for', () => {
    const found = explain('x/ask', [
      compileText(
        `export interface AskRequest { method: 'x/ask'; params?: { a?: string } } export interface AskResult { b?: string }
         export type ClientRequest = AskRequest;`,
        '2031-01-01',
      ),
    ]);
    if (found.kind === 'unknown') throw new Error('x/ask is not there');
    expect(renderExplanation(found, { width: 300, bold: (part) => part })).toContain(
      'In the sdk    reachable, without an interface of its own: server: server.method("x/ask", handler); client: client.request("x/ask", params)\n',
    );
    expect(found).toMatchObject({ routes: [{ side: 'server' }, { side: 'client' }] });
    for (const method of ['tools/call', 'notifications/tools/list_changed', 'initialize'])
      expect(explain(method, revisions)).not.toHaveProperty('routes');
  });

  test('that a filter selects', () => {
    const method = 'notifications/tools/list_changed';
    expect(explain(method, revisions)).toMatchObject({ filter: 'toolsListChanged', cacheable: false });
    expect(page(method)).toContain('Filter: toolsListChanged, of streams of changes');
    expect(explain(method, revisions, '2025-11-25')).not.toHaveProperty('filter');
  });

  test('that ends, and that is deprecated', () => {
    expect(explain('logging/setLevel', revisions)).toMatchObject({ since: '2024-11-05', until: '2025-11-25' });
    expect(page('logging/setLevel')).toContain('Until: 2025-11-25');
    expect(explain('tools/list', revisions)).not.toHaveProperty('until');
    expect(explain('roots/list', revisions)).toMatchObject({ deprecatedSince: '2026-07-28' });
    expect(page('roots/list').filter((fact) => fact.startsWith('Deprecated'))).toEqual([
      expect.stringMatching(/^Deprecated: Since revision 2026-07-28\./),
    ]);
    expect(explain('tools/list', revisions)).not.toHaveProperty('deprecatedSince');
  });

  test.each([
    [' Use others.', 'since 2031-01-01: Use others.'],
    ['', 'since 2031-01-01'],
  ])('says since when it is deprecated, whatever its text is: "%s"', (text, expected) => {
    const schema = `/** @deprecated${text} */
      export interface GoRequest { method: 'go'; params?: { a?: string } }
      export interface GoResult { b?: string }
      export type ClientRequest = GoRequest;`;
    const found = explain('go', [compileText(schema, '2031-01-01')]);
    if (found.kind === 'unknown') throw new Error('go is not there');
    expect(renderExplanation(found, { width: 80, bold: (part) => part })).toContain(`  Deprecated    ${expected}\n`);
  });
});

describe('another name', () => {
  const MISMATCH = {
    kind: 'error',
    name: 'HeaderMismatch',
    revision: '2026-07-28',
    docs: 'Error code: an HTTP header is missing or does not match the body.',
    see: [],
    value: -32_020,
    since: '2026-07-28',
  };

  test.each(['HeaderMismatch', '-32020'])('is an error code: %s', (name) => {
    expect(explain(name, revisions)).toEqual(MISMATCH);
    expect(page(name)).toEqual(['Code: -32020', 'Since: 2026-07-28']);
  });

  test.each(['Mcp-Session-Id', 'mcp-session-id', 'sessionId'])('is a header: %s', (name) => {
    expect(explain(name, revisions)).toMatchObject({
      kind: 'header',
      name: 'sessionId',
      value: 'Mcp-Session-Id',
      revision: '2025-11-25',
      since: '2025-03-26',
      until: '2025-11-25',
    });
    expect(page(name)).toEqual(['Header: Mcp-Session-Id', 'Since: 2025-03-26', 'Until: 2025-11-25']);
  });

  test('is a key of _meta', () => {
    const key = 'io.modelcontextprotocol/subscriptionId';
    expect(explain(key, revisions)).toMatchObject({ kind: 'metaKey', name: 'subscriptionId', value: key });
    expect(page(key)).toEqual([`Key: ${key}`, 'Since: 2026-07-28']);
  });

  test('is a feature, which has no value', () => {
    expect(explain('icons', revisions)).toMatchObject({ kind: 'feature', since: '2025-11-25' });
    expect(explain('icons', revisions)).not.toHaveProperty('value');
    expect(page('icons')).toEqual(['Since: 2025-11-25']);
  });

  test('is the path of a capability, with who declares it and what needs it', () => {
    expect(explain('resources.subscribe', revisions, '2025-11-25')).toEqual({
      ...{ kind: 'capability', name: 'resources.subscribe', revision: '2025-11-25', docs: '', see: [] },
      sides: ['server'],
      methods: ['resources/subscribe', 'resources/unsubscribe', 'notifications/resources/updated'],
      since: '2024-11-05',
    });
    expect(page('resources.subscribe')).toEqual([
      'Declared by: the server',
      'Needed by: notifications/resources/updated',
      'Since: 2024-11-05',
    ]);
    expect(explain('resources.subscrib', revisions)).toMatchObject({
      kind: 'unknown',
      nearest: expect.arrayContaining(['resources.subscribe']) as unknown,
    });
  });

  test('is a feature with the name of a capability', () => {
    expect(explain('tasks', revisions)).toMatchObject({
      kind: 'feature',
      sides: ['client', 'server'],
      until: '2025-11-25',
    });
    expect(explain('icons', revisions)).not.toHaveProperty('sides');
  });

  test('has the history of all revisions in each of them', () => {
    expect(explain('ResourceNotFound', revisions, '2024-11-05')).toMatchObject({
      revision: '2024-11-05',
      since: '2024-11-05',
      until: '2025-11-25',
    });
  });

  test('is unknown in a revision without it', () => {
    expect(explain('icons', revisions, '2024-11-05')).toMatchObject({
      kind: 'unknown',
      revisions: ['2025-11-25', '2026-07-28'],
    });
    expect(explain('Mcp-Metod', revisions)).toMatchObject({
      kind: 'unknown',
      nearest: expect.arrayContaining(['Mcp-Method']) as unknown,
    });
  });

  test('gives way to a definition of the same name', () => {
    expect(explain('HEADER_MISMATCH', revisions)).toMatchObject({ kind: 'constant' });
  });
});

test('a name that a revision removed and a later one restored is not in the revisions between', () => {
  const [first, second, third] = ['2031-01-01', '2031-02-02', '2031-03-03'];
  const text = (more: string): string =>
    `export interface AskRequest { method: 'x/ask'; params?: { a?: string } } export interface AskResult { b?: string }
     export type ClientRequest = AskRequest; ${more}`;
  const code = 'export const DISK_FULL = -32050;';
  const found = explain('DiskFull', [
    compileText(text(code), first),
    compileText(text(''), second),
    compileText(text(code), third),
  ]);
  if (found.kind === 'unknown') throw new Error('DiskFull is not there');
  expect(found).toMatchObject({ since: first, except: [second] });
  expect(renderExplanation(found, { width: 200, bold: (part) => part })).toMatch(/^ {2}Not in {2,}2031-02-02$/m);
});
