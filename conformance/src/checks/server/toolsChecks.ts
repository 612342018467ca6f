/** Checks of tools. */

import type { Check } from '../../check.js';
import { capability, discoveryAndTools, listOf, tool } from '../../offer.js';
import type { Peer } from '../../peer.js';
import { must, quoted } from '../../violation.js';
import { fieldsOf, isObject, itemsOf } from '../../wire/message.js';
import { mustBeMedia, mustBeOf, mustBeResource } from './content.js';
import { textOf } from './fixture.js';

export const TOOL_CHECKS: readonly Check[] = [
  {
    id: 'tools-capability',
    rows: ['tools-capability'],
    async run(peer) {
      const connection = await peer.connection();
      const { result } = await connection.ask('tools/list', {});
      const isDeclared = isObject(connection.offered['tools']);
      must(isDeclared || itemsOf(result, 'tools').length === 0, 'The server has tools, and does not declare them');
    },
  },
  {
    id: 'tools-input-schema',
    rows: ['tools-input-schema'],
    needs: [capability('tools')],
    async run(peer) {
      const connection = await peer.connection();
      for (const { name, inputSchema } of (await listOf(connection, 'tools/list', 'tools')).flat()) {
        const isSchema = isObject(inputSchema) && inputSchema['type'] === 'object';
        must(isSchema, `Expected a schema of an object as the input of ${quoted(name)}, got ${quoted(inputSchema)}`);
      }
    },
  },
  {
    id: 'tools-names',
    rows: ['tools-name-length', 'tools-name-characters', 'tools-name-no-others', 'tools-name-unique'],
    needs: [capability('tools')],
    async run(peer) {
      const connection = await peer.connection();
      const names = (await listOf(connection, 'tools/list', 'tools')).flat().map(({ name }) => String(name));
      const odd = names.find((name) => !/^[A-Za-z0-9_.-]{1,128}$/.test(name));
      must(odd === undefined, `Expected letters, digits, "_", "-" and "." in the name of a tool, got ${quoted(odd)}`);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      must(twice === undefined, `Two tools have the name ${quoted(twice)}`);
    },
  },
  {
    id: 'tools-name-case',
    rows: ['tools-name-case'],
    needs: [tool('echo')],
    async run(peer) {
      if (peer.offer.tools.has('ECHO')) return;
      const connection = await peer.connection();
      const { result, error } = await connection.callAsked('ECHO', { text: 'case' });
      const isUnknown = error !== undefined || result?.['isError'] === true;
      must(isUnknown, 'The server has a tool "echo" and none "ECHO", and answers a call of that');
    },
  },
  {
    id: 'tools-input-validated',
    rows: ['tools-inputs-validated'],
    needs: [tool('echo')],
    async run(peer) {
      const connection = await peer.connection();
      for (const args of [{}, { text: 12 }, { text: null }]) {
        const { result, error } = await connection.callAsked('echo', args);
        const isRefused = error !== undefined || result?.['isError'] === true;
        must(isRefused, `Expected arguments ${quoted(args)} to be refused, got ${quoted(result)}`);
      }
    },
  },
  {
    id: 'tools-unknown',
    rows: ['tools-inputs-validated'],
    async run(peer) {
      const connection = await peer.connection();
      const { result, error } = await connection.callAsked('no_such_tool');
      const isRefused = error !== undefined || result?.['isError'] === true;
      must(isRefused, `Expected an error for a tool that does not exist, got ${quoted(result)}`);
    },
  },
  {
    id: 'tools-error-in-result',
    rows: ['schema-tool-errors'],
    needs: [tool('fail')],
    async run(peer) {
      const connection = await peer.connection();
      const result = await connection.call('fail');
      must(result['isError'] === true, `Expected a result with isError, got ${quoted(result)}`);
    },
  },
  {
    id: 'tools-content-of-revision',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding'],
    async run(peer) {
      const connection = await peer.connection();
      for (const name of ['image', 'audio', 'resource_link', 'embedded', 'structured']) {
        if (!peer.offer.tools.has(name)) continue;
        for (const block of itemsOf(await connection.call(name), 'content')) mustBeOf(peer.revision, block);
      }
    },
  },
  {
    id: 'tools-media',
    rows: ['lifecycle-version-respected', 'lifecycle-version-binding'],
    needs: [tool('image'), tool('embedded')],
    async run(peer) {
      const connection = await peer.connection();
      const [image = {}] = itemsOf(await connection.call('image'), 'content');
      must(image['type'] === 'image', `Expected an image, got ${quoted(image)}`);
      mustBeMedia(image);
      const [embedded = {}] = itemsOf(await connection.call('embedded'), 'content');
      must(embedded['type'] === 'resource', `Expected an embedded resource, got ${quoted(embedded)}`);
      mustBeResource(embedded);
    },
  },
  {
    id: 'tools-resource-link',
    rows: ['lifecycle-version-binding'],
    needs: [tool('resource_link')],
    async run(peer) {
      const connection = await peer.connection();
      const blocks = itemsOf(await connection.call('resource_link'), 'content');
      const link = blocks.find(({ type }) => type === 'resource_link');
      must(link !== undefined, `Expected a link to a resource, got ${quoted(blocks)}`);
      const { uri, name } = link;
      const isWhole = typeof uri === 'string' && URL.canParse(uri) && typeof name === 'string';
      must(isWhole, `Expected a link with a URI and a name, got ${quoted(link)}`);
    },
  },
  {
    id: 'tools-structured-output',
    rows: ['tools-output-conforms'],
    needs: [tool('structured')],
    async run(peer) {
      const connection = await peer.connection();
      const schema = fieldsOf(peer.offer.tools.get('structured'))['outputSchema'];
      must(isObject(schema), `Expected an output schema of the tool structured, got ${quoted(schema)}`);
      const { structuredContent } = await connection.call('structured');
      const { sum } = fieldsOf(structuredContent);
      must(
        typeof sum === 'number',
        `Expected structured content that conforms to the output schema, got ${quoted(structuredContent)}`,
      );
    },
  },
  {
    id: 'tools-structured-text',
    rows: ['tools-structured-text'],
    needs: [tool('structured')],
    async run(peer) {
      const connection = await peer.connection();
      const result = await connection.call('structured');
      const text = textOf(result);
      const isSame = text !== '' && JSON.stringify(parse(text)) === JSON.stringify(result['structuredContent']);
      must(isSame, `Expected the structured content as text, too, got ${quoted(result)}`);
    },
  },
  {
    id: 'tools-structured-invalid',
    rows: ['tools-output-conforms'],
    needs: [tool('structured_invalid')],
    async run(peer) {
      const connection = await peer.connection();
      const { result } = await connection.callAsked('structured_invalid');
      const { sum } = fieldsOf(result, 'structuredContent');
      const isWrong = result !== undefined && result['isError'] !== true && typeof sum !== 'number';
      must(!isWrong, `Expected an error for output that does not conform to its schema, got ${quoted(result)}`);
    },
  },
  {
    id: 'tools-list-independent',
    rows: ['tools-list-independent', 'tools-list-answered'],
    needs: [capability('tools')],
    async run(peer) {
      const [first, second] = [(await namesOf(peer)).toSorted(), (await namesOf(peer)).toSorted()];
      must(first.join() === second.join(), `Expected the same tools twice, got ${quoted(first)} and ${quoted(second)}`);
    },
  },
  {
    id: 'tools-list-ordered',
    rows: ['tools-list-ordered'],
    needs: [capability('tools')],
    async run(peer) {
      const [first, second] = [await namesOf(peer), await namesOf(peer)];
      must(first.join() === second.join(), `Expected the same order twice, got ${quoted(first)} and ${quoted(second)}`);
    },
  },
  {
    id: 'result-type',
    rows: ['base-result-type'],
    async run(peer) {
      const connection = await peer.connection();
      for (const method of discoveryAndTools(connection)) {
        const { resultType } = await connection.result(method);
        must(resultType === 'complete', `Expected "resultType": "complete" of ${method}, got ${quoted(resultType)}`);
      }
    },
  },
  {
    id: 'caching-hints',
    rows: ['caching-hints', 'caching-not-negative'],
    async run(peer) {
      const connection = await peer.connection();
      for (const method of discoveryAndTools(connection)) {
        const { ttlMs, cacheScope } = await connection.result(method);
        const isTime = typeof ttlMs === 'number' && ttlMs >= 0;
        must(isTime, `Expected a time in ttlMs that is not negative, got ${quoted(ttlMs)}`);
        const isScope = cacheScope === 'public' || cacheScope === 'private';
        must(isScope, `Expected "public" or "private" as cacheScope, got ${quoted(cacheScope)}`);
      }
    },
  },
];

/** The names of all tools, as a new client gets them. */
async function namesOf(peer: Peer): Promise<readonly string[]> {
  const connection = await peer.open();
  return (await listOf(connection, 'tools/list', 'tools')).flat().map(({ name }) => String(name));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
