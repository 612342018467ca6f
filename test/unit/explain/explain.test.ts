/** Explanations over an invented protocol of three revisions. */

import { describe, expect, test } from 'vitest';
import { explain } from '../../../generator/explain/explain.js';
import type { MethodExplanation, TypeExplanation } from '../../../generator/explain/explanation.js';
import { compileText } from '../../support/compileText.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';

const BASE = `
export interface RequestParams { _meta?: { [key: string]: unknown } }
export interface NotificationParams { _meta?: { [key: string]: unknown } }
export interface PaginatedRequest { params?: PageParams }
export interface PageParams extends RequestParams { cursor?: string }
export const LIMIT = 10;
/**
 * One thing.
 * @see https://example.com/thing
 */
export interface Thing {
  /** What it is called. */
  name: string; size: typeof LIMIT; parts?: { inner: Thing[]; [key: string]: unknown } }
`;
const LEAST = `{
  _meta?: { [key: string]: unknown };
  /** @minimum 0 */
  least?: number
}`;
const OLD = `${BASE}
/** Fetches things. */
export interface GetThingsRequest extends PaginatedRequest { method: 'things/get'; params: ${LEAST} }
export interface GetThingsResult { things: Thing[] }
export interface OldNotification { method: 'things/old'; params?: NotificationParams }
export type ClientRequest = GetThingsRequest;
export type ServerNotification = OldNotification;
export type ClientNotification = OldNotification;
`;
// The same with params that have a name.
const SAME = OLD.replace(LEAST, 'GetThingsRequestParams').concat(
  `export interface GetThingsRequestParams extends RequestParams ${LEAST}`,
);
const NEW = `${BASE.replace('name: string;', 'name: string; title?: string;').replace('LIMIT = 10', 'LIMIT = 11')}
/** @deprecated Ask for one at a time. */
export interface GetThingsRequest extends PaginatedRequest { method: 'things/get'; params?: PageParams }
export interface GetThingsResult { things: Thing[]; total: number }
export type ClientRequest = GetThingsRequest;
export type ServerRequest = GetThingsRequest;
`;
const protocols = [compileText(OLD, 'r1'), compileText(SAME, 'r2'), compileText(NEW, 'r3')];

describe('a method', () => {
  test('in the newest revision that has it', () => {
    expect(explain('things/get', protocols)).toMatchObject({
      kind: 'request',
      name: 'things/get',
      revision: 'r3',
      type: 'GetThingsRequest',
      deprecated: 'Ask for one at a time.',
      senders: ['client', 'server'],
      handler: { name: 'getThings', sides: ['server', 'client'] },
      stub: { name: 'getThings', sides: ['client', 'server'] },
      lifecycle: false,
      paginated: true,
      cancellable: true,
      params: { type: 'PageParams', optional: true, fields: [{ name: '_meta' }, { name: 'cursor', optional: true }] },
      result: { type: 'GetThingsResult', fields: [{ name: 'things', type: 'Thing[]' }, { name: 'total' }] },
      since: 'r1',
      revisions: ['r1', 'r2', 'r3'],
      removedIn: [],
    } satisfies Partial<Record<keyof MethodExplanation, unknown>>);
  });

  test('what changed, part by part: a name for its params is not a change', () => {
    expect(explain('things/get', protocols)).toMatchObject({
      changes: [
        { revision: 'r3', part: 'params', added: ['cursor'], removed: ['least'], changed: [] },
        { revision: 'r3', part: 'result', added: ['total'], removed: [], changed: ['things'] },
      ],
    });
  });

  test('a result that becomes one of several keeps its fields', () => {
    const response = 'export interface GetThingsResultResponse { result: GetThingsResult | Ticket }';
    const either = `${NEW}${response} export interface Ticket { ticket: string }`;
    const explained = explain('things/get', [
      compileText(NEW, 'r3'),
      compileText(either, 'r4'),
      compileText(NEW, 'r5'),
    ]);
    const none = { part: 'result', added: [], removed: [], changed: [] };
    expect(explained).toMatchObject({
      changes: [
        { revision: 'r4', ...none, addedMembers: ['Ticket'], removedMembers: [] },
        { revision: 'r5', ...none, addedMembers: [], removedMembers: ['Ticket'] },
      ],
    });
    expect(explain('things/get', [compileText(either, 'r4')])).toMatchObject({
      result: { type: 'GetThingsResult', fields: [{ name: 'things' }, { name: 'total' }] },
      otherResults: [{ type: 'Ticket', fields: [{ name: 'ticket' }] }],
    });
  });

  test('a type that is split goes on in the member that accepts its values', () => {
    const split = NEW.replace('interface GetThingsResult {', 'interface Whole { page?: string;').concat(
      'export type GetThingsResult = Whole | Part; export interface Part { part: Thing }',
    );
    expect(explain('things/get', [compileText(NEW, 'r3'), compileText(split, 'r4')])).toMatchObject({
      changes: [{ part: 'result', added: ['page'], removed: [], addedMembers: ['Part'], removedMembers: [] }],
    });
  });

  test('whose params have another name and other fields', () => {
    const renamed = SAME.replaceAll('GetThingsRequestParams', 'Filter').replace('least?', 'most');
    expect(explain('things/get', [compileText(SAME, 'r2'), compileText(renamed, 'r3')])).toMatchObject({
      changes: [{ part: 'params', added: ['most'], removed: ['least'], addedMembers: [], removedMembers: [] }],
    });
  });

  test('by the name of its handler', () => {
    expect(explain('getThings', protocols)).toEqual(explain('things/get', protocols));
  });

  test('in an older revision, with the history of all', () => {
    const explained = explain('things/get', protocols, 'r1') as MethodExplanation;
    expect(explained).toMatchObject({ revision: 'r1', docs: 'Fetches things.', senders: ['client'] });
    expect(explained.changes).toHaveLength(2);
    expect(explained.params).toMatchObject({
      type: 'GetThingsRequestParams',
      optional: false,
      fields: [{ name: '_meta' }, { name: 'least', type: 'number', keywords: { minimum: 0 } }],
    });
  });

  test('that is gone', () => {
    const explained = explain('things/old', protocols) as MethodExplanation;
    expect(explained).toMatchObject({ kind: 'notification', revision: 'r2', since: 'r1', removedIn: ['r3'] });
    expect(explained).not.toHaveProperty('result');
  });
});

describe('a type', () => {
  test('its fields, nested ones too, and where it is used', () => {
    expect(explain('Thing', protocols)).toMatchObject({
      kind: 'interface',
      revision: 'r3',
      docs: 'One thing.',
      see: ['https://example.com/thing'],
      fields: [
        { name: 'name', optional: false, type: 'string', docs: 'What it is called.' },
        { name: 'title', optional: true },
        { name: 'size', type: 'typeof LIMIT' },
        { name: 'parts', fields: [{ name: 'inner', type: 'Thing[]' }], rest: 'unknown' },
      ],
      uses: { params: [], results: ['things/get'], types: ['Thing', 'GetThingsResult'] },
      changes: [{ revision: 'r3', added: ['title'], removed: [], changed: ['size', 'parts'] }],
      unnamed: false,
    } satisfies Partial<Record<keyof TypeExplanation, unknown>>);
  });

  test('params that only mcp-gen gives a name', () => {
    expect(explain('GetThingsRequestParams', protocols, 'r1')).toMatchObject({ unnamed: true });
    expect(explain('GetThingsRequestParams', protocols, 'r2')).toMatchObject({ unnamed: false });
  });

  test('a message names its method', () => {
    expect(explain('GetThingsRequest', protocols)).toMatchObject({ uses: { message: 'things/get' } });
  });

  test('an alias and a constant say what they mean', () => {
    expect(explain('ClientRequest', protocols)).toMatchObject({ kind: 'alias', meaning: 'GetThingsRequest' });
    expect(explain('LIMIT', protocols)).toMatchObject({
      kind: 'constant',
      meaning: '11',
      uses: { types: ['Thing'], results: ['things/get'] },
      changes: [{ revision: 'r3', part: 'values' }],
    });
  });

  test('its corrections', () => {
    const corrected = [compileText(schemaText('2024-11-05'), '2024-11-05')];
    expect(explain('JSONRPCError', corrected)).toMatchObject({
      errata: [{ place: 'JSONRPCError.id' }, { place: 'JSONRPCError.id' }],
    });
    expect(explain('JSONRPCRequest', corrected)).toMatchObject({ errata: [] });
  });
});

describe('a type that is an intersection', () => {
  const INTERSECTION = BASE.concat(`
    /** @description Fetches one thing. */
    export interface GetThingRequest { method: 'thing/get'; params: RequestParams }
    export type Found = { found: true; thing: Thing } | { found: false };
    export interface Kind { kind?: string; note?: string }
    /** @description How it was made. */
    export type GetThingResult = Kind & Found & {
      /** @description What it is. */
      kind: 'thing';
    };
    export type ClientRequest = GetThingRequest;
  `);
  const earlier = INTERSECTION.replace('Kind & Found', '{ found: boolean } & Kind');
  const both = [compileText(earlier, 'r1'), compileText(INTERSECTION, 'r2')];

  test('has each field once, and the members of the union in it', () => {
    expect(explain('thing/get', both)).toMatchObject({
      docs: 'Fetches one thing.',
      result: {
        type: 'GetThingResult',
        fields: [
          { name: 'kind', optional: false, type: 'string & "thing"', docs: 'What it is.', keywords: {} },
          { name: 'note', optional: true, type: 'string' },
        ],
        oneOf: [{ fields: [{ name: 'found' }, { name: 'thing' }] }, { fields: [{ name: 'found' }] }],
      },
    });
  });

  test('changes as a whole where one of its revisions has a union in it', () => {
    const nothing = { added: [], removed: [], changed: [], addedMembers: [], removedMembers: [] };
    expect(explain('thing/get', both)).toMatchObject({ changes: [{ revision: 'r2', part: 'result', ...nothing }] });
  });
});

describe('what is not there', () => {
  test('in any revision', () => {
    expect(explain('thing/get', protocols)).toEqual({ kind: 'unknown', revisions: [], nearest: ['things/get'] });
  });

  test('in this revision', () => {
    expect(explain('things/old', protocols, 'r3')).toMatchObject({ kind: 'unknown', revisions: ['r1', 'r2'] });
  });

  test.each(['__proto__', 'constructor', 'toString', ''])('%j', (name) => {
    expect(explain(name, protocols)).toMatchObject({ kind: 'unknown', revisions: [] });
  });
});

test('a revision that drops something, and one that brings it back', () => {
  const [one, , three] = protocols;
  if (!one || !three) throw new Error('Three revisions are needed');
  const again = [one, three, { ...one, revision: 'r4' }];
  expect(explain('OldNotification', again)).toMatchObject({ since: 'r1', revisions: ['r1', 'r4'], removedIn: ['r3'] });
  expect(explain('OldNotification', [three, one])).toMatchObject({ since: 'r1', removedIn: [] });
});

test('a request that travels inside a result is explained, and said to be embedded', () => {
  const revisions = REVISION_IDS.map((id) => compileText(schemaText(id), id));
  expect(explain('sampling/createMessage', revisions, '2026-07-28')).toMatchObject({
    kind: 'request',
    embedded: true,
    stub: { sides: [] },
    handler: { sides: ['client'] },
    removedIn: [],
  });
});

test('tools/call of the protocol: its result is one of two since 2025-11-25, and no field went', () => {
  const revisions = REVISION_IDS.filter((id) => id <= '2025-11-25').map((id) => compileText(schemaText(id), id));
  const { changes } = explain('tools/call', revisions) as MethodExplanation;
  expect(changes.filter(({ revision, part }) => revision === '2025-11-25' && part === 'result')).toEqual([
    {
      revision: '2025-11-25',
      part: 'result',
      added: [],
      removed: [],
      changed: ['content'],
      addedMembers: ['CreateTaskResult'],
      removedMembers: [],
    },
  ]);
});
