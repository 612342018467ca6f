/** A program that answers an extension by the table that was generated from it, as the compiler sees it. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileRevisions } from '../../generator/compileProtocols.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { typeErrors } from '../support/typeErrors.js';

const EXTENSION = `
/** Finds books. */
export interface SearchRequest extends JSONRPCRequest {
  method: 'acme/search';
  params: SearchRequestParams;
}
export interface SearchRequestParams extends RequestParams {
  query: string;
}
export interface SearchResult extends Result {
  titles: string[];
}
export type ClientRequest = SearchRequest;
export type ServerResult = SearchResult;
`;

const ROW = {
  method: 'acme/search',
  extension: 'com.acme/search',
  from: '2025-11-25',
  capability: 'extensions.com.acme/search',
  source: 'search.md',
};

const program = (handlers: string): string => `
import { Server } from '@mcp-gen/sdk';
import { server as table } from './2025-11-25/dispatch.js';

const server = new Server({ name: 'library', version: '1.0.0' });
server.methods(table, ${handlers});
`;

test('the params, the result and the methods of a generated table are typed', async () => {
  const folder = await temporaryFolder({
    'search.ts': EXTENSION,
    'overrides.json': JSON.stringify({ methods: [ROW] }),
  });
  const extensions = [{ file: join(folder, 'search.ts') }];
  const { files } = await compileRevisions(['2025-11-25'], join(ROOT, 'schema'), { extensions });
  const programs = {
    'right.ts': `{ 'acme/search': async ({ query }, { revision }) => ({ titles: [query.trim(), revision] }) }`,
    'result.ts': `{ 'acme/search': ({ query }) => ({ titles: query }) }`,
    'core.ts': `{ 'tools/call': () => ({ content: [] }) }`,
  };
  const texts = new Map([
    ...files.map(({ path, text }) => [path, text] as const),
    ...Object.entries(programs).map(([name, handlers]) => [name, program(handlers)] as const),
  ]);
  const errors = typeErrors(texts);
  expect(new Set(errors.map(({ path }) => path.split('/').at(-1)))).toEqual(new Set(['result.ts', 'core.ts']));
});
