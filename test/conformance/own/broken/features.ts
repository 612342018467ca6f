/** Servers whose tools, resources, prompts, and lists are wrong. */

import { textOf } from '../../../../conformance/src/checks/server/fixture.js';
import { fieldsOf, itemsOf, type Fields } from '../../../../conformance/src/wire/message.js';
import { asks, errors, results, sends, type Fault } from './fault.js';

const REVISION = '2025-11-25';
/** Invalid params, a missing capability, and a revision that is not supported. */
const RENUMBERED = [-32602, -32021, -32022];

/** Changes the items of a member of results. */
function items(name: string, change: (item: Fields) => unknown): NonNullable<Fault['alter']> {
  return results((result) => (name in result ? { ...result, [name]: itemsOf(result, name).map(change) } : result));
}

/** Calls another tool than the one that is meant. */
function called(name: string, other: Fields): NonNullable<Fault['alter']> {
  return asks('tools/call', (params) => (params['name'] === name ? { ...params, ...other } : params));
}

export const FEATURE_FAULTS: readonly Fault[] = [
  {
    fault: 'declares nothing of what it has',
    revision: REVISION,
    alter: results((result) => ('capabilities' in result ? { ...result, capabilities: {} } : result)),
    fails: {
      'tools-capability': /has tools, and does not declare them/,
      'resources-capability': /has resources, and does not declare them/,
      'prompts-capability': /has prompts, and does not declare them/,
      'completion-values': /does not declare completions/,
      'completion-unsupported': /completion\/complete should have an error/,
      'logging-capability': /does not declare logging/,
      'notifications-declared': /The server does not declare/,
    },
  },
  {
    fault: 'has tools without an input schema',
    revision: REVISION,
    alter: items('tools', (tool) => ({ ...tool, inputSchema: null })),
    fails: { 'tools-input-schema': /Expected a schema of an object/ },
  },
  {
    fault: 'has names with spaces',
    revision: REVISION,
    alter: items('tools', (tool) => ({ ...tool, name: `a ${String(tool['name'])}` })),
    fails: { 'tools-names': /in the name of a tool/ },
  },
  {
    fault: 'takes capital letters for small ones',
    revision: REVISION,
    alter: called('ECHO', { name: 'echo' }),
    fails: { 'tools-name-case': /answers a call of that/ },
  },
  {
    fault: 'corrects arguments',
    revision: REVISION,
    alter: asks('tools/call', ({ arguments: given, ...params }) => {
      const isWrong = params['name'] === 'echo' && typeof fieldsOf(given)['text'] !== 'string';
      return { ...params, arguments: isWrong ? { text: 'corrected' } : given };
    }),
    fails: { 'tools-input-validated': /Expected arguments {} to be refused/ },
  },
  {
    fault: 'calls some tool where there is none',
    revision: REVISION,
    alter: called('no_such_tool', { name: 'echo', arguments: { text: 'some' } }),
    fails: { 'tools-unknown': /Expected an error for a tool that does not exist/ },
  },
  {
    fault: 'does not mark what went wrong',
    revision: REVISION,
    alter: results(({ isError, ...result }) =>
      textOf(result) === 'It failed' ? result : { ...result, ...(isError === true && { isError }) },
    ),
    fails: { 'tools-error-in-result': /Expected a result with isError/ },
  },
  {
    fault: 'has content of its own kind',
    revision: REVISION,
    alter: items('content', (block) => (block['type'] === 'audio' ? { ...block, type: 'video' } : block)),
    fails: { 'tools-content-of-revision': /got "video"/ },
  },
  {
    fault: 'has bytes that are not base64',
    revision: REVISION,
    alter: items('content', (block) => ('data' in block ? { ...block, data: 'a picture' } : block)),
    fails: { 'tools-media': /Expected base64 in data/ },
  },
  {
    fault: 'has links that lead nowhere',
    revision: REVISION,
    alter: items('content', ({ uri, ...block }) => block),
    fails: { 'tools-resource-link': /Expected a link with a URI and a name/ },
  },
  {
    fault: 'has structured content of another shape',
    revision: REVISION,
    alter: results((result) =>
      'structuredContent' in result
        ? { ...result, structuredContent: { sum: '3' }, content: [{ type: 'text', text: '{"sum":"3"}' }] }
        : result,
    ),
    fails: { 'tools-structured-output': /that conforms to the output schema/ },
  },
  {
    fault: 'has structured content alone',
    revision: REVISION,
    alter: results((result) => ('structuredContent' in result ? { ...result, content: [] } : result)),
    fails: { 'tools-structured-text': /as text, too/ },
  },
  {
    fault: 'passes on output that does not conform',
    revision: REVISION,
    alter: results((result) =>
      result['isError'] === true && textOf(result).includes('structured_invalid')
        ? { content: [], structuredContent: { sum: 'three' } }
        : result,
    ),
    fails: { 'tools-structured-invalid': /Expected an error for output/ },
  },
  {
    fault: 'has other tools each time',
    revision: '2026-07-28',
    alter: (() => {
      let count = 0;
      return items('tools', (tool) => ({ ...tool, name: `${String(tool['name'])}${++count}` }));
    })(),
    fails: { 'tools-list-independent': /Expected the same tools twice/ },
    alsoFails: {
      'tools-list-ordered': 'It compares the names, too.',
      'pagination-cursor-again': 'It compares the names, too.',
    },
  },
  {
    fault: 'has another order of tools for each client',
    revision: '2026-07-28',
    alter: (() => {
      let clients = 0;
      return () => {
        const isReversed = ++clients % 2 === 0;
        return results((result) =>
          isReversed && 'tools' in result ? { ...result, tools: itemsOf(result, 'tools').toReversed() } : result,
        )();
      };
    })(),
    fails: { 'tools-list-ordered': /Expected the same order twice/ },
  },
  {
    fault: 'does not say of which type its results are',
    revision: '2026-07-28',
    alter: results(({ resultType, ...result }) => ('tools' in result ? result : { ...result, resultType })),
    fails: { 'result-type': /Expected "resultType": "complete"/ },
  },
  {
    fault: 'has results that have been stale for a while',
    revision: '2026-07-28',
    alter: results((result) => ({ ...result, ttlMs: -1 })),
    fails: { 'caching-hints': /not negative, got -1/ },
  },
  {
    fault: 'reads something else',
    revision: REVISION,
    alter: items('contents', (contents) => ({ ...contents, text: 'Another text', blob: 'not base64' })),
    fails: { 'resources-read': /Expected the text of/, 'resources-binary': /Expected a picture in base64/ },
  },
  {
    fault: 'reads what does not exist',
    revision: REVISION,
    alter: asks('resources/read', (params) =>
      String(params['uri']).startsWith('fixture://') ? params : { ...params, uri: 'fixture://text' },
    ),
    fails: { 'resources-uri-checked': /Expected an error for the URI "not a uri"/ },
  },
  {
    fault: 'lists resources without schemes',
    revision: REVISION,
    alter: items('resources', (resource) => ({ ...resource, uri: 'text' })),
    fails: { 'resources-custom-scheme': /Expected a URI with a scheme/ },
  },
  {
    fault: 'has prompts that say something else',
    revision: REVISION,
    alter: items('messages', (message) => {
      const { data, resource, ...content } = fieldsOf(message, 'content');
      return { ...message, content: { ...content, text: 'Something else' } };
    }),
    fails: {
      'prompts-get': /Expected "Greet Ada"/,
      'prompts-image': /Expected base64/,
      'prompts-audio': /Expected base64/,
      'prompts-resource': /Expected a URI/,
    },
  },
  {
    fault: 'completes numbers',
    revision: REVISION,
    alter: asks('completion/complete', (params) => {
      const argument = fieldsOf(params, 'argument');
      return typeof argument['value'] === 'number' ? { ...params, argument: { ...argument, value: '' } } : params;
    }),
    fails: { 'completion-validated': /completion\/complete should have an error/ },
  },
  {
    fault: 'logs at levels of its own',
    revision: REVISION,
    alter: sends(
      (method) => method === 'notifications/message',
      (message) => ({ ...message, params: { ...fieldsOf(message, 'params'), level: 'loud' } }),
    ),
    fails: { 'logging-messages': /Expected a log message with a level and data/ },
  },
  {
    fault: 'logs below the level that was set',
    revision: '2025-03-26',
    alter: asks('logging/setLevel', ({ level }) => ({ level: level === 'error' ? 'debug' : level })),
    fails: { 'logging-minimum': /Expected no log messages below the level error/ },
  },
  {
    fault: 'logs for requests that name no level',
    revision: '2026-07-28',
    alter: asks('tools/call', (params) => ({
      ...params,
      _meta: { ...fieldsOf(params, '_meta'), 'io.modelcontextprotocol/logLevel': 'debug' },
    })),
    fails: { 'logging-not-asked-for': /Expected no log message/ },
  },
  {
    fault: 'repeats the first tool on each page',
    revision: REVISION,
    alter: results((result) =>
      'tools' in result
        ? { ...result, tools: [{ name: 'again', inputSchema: { type: 'object' } }, ...itemsOf(result, 'tools')] }
        : result,
    ),
    fails: { 'pagination-complete': /"again" is on two pages/, 'tools-names': /Two tools have the name "again"/ },
  },
  {
    fault: 'has another page behind a cursor each time',
    revision: REVISION,
    alter: (() => {
      let count = 0;
      return items('tools', (tool) => ({ ...tool, name: `${String(tool['name'])}${++count}` }));
    })(),
    fails: { 'pagination-cursor-again': /A cursor leads to/ },
  },
  {
    fault: 'has codes of errors of earlier revisions',
    revision: '2026-07-28',
    alter: errors((error) =>
      RENUMBERED.includes(Number(error['code'])) ? { code: -32002, message: String(error['message']) } : error,
    ),
    fails: {
      'resources-not-found-params': /Expected error -32602, got .*-32002/,
      'meta-missing': /Expected error -32602/,
      'version-unsupported': /in data.supported/,
      'questions-undeclared-error': /Expected error -32021/,
    },
    alsoFails: {
      'prompts-unknown': 'It expects -32602, too.',
      'prompts-missing-arguments': 'It expects -32602, too.',
      'completion-unknown-prompt': 'It expects -32602, too.',
      'completion-missing-argument': 'It expects -32602, too.',
      'pagination-invalid': 'It expects -32602, too.',
    },
  },
];
