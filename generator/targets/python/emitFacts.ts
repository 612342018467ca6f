/** Emits registry.py: the facts of all revisions. */

import type { RegisteredMessage, RegisteredName, Registry } from '../targetInterface.js';
import { dataLayout, type Data } from './dataLayout.js';
import { bracketed, printLayout, type Layout } from './codeLayout.js';
import { stringLiteral } from './pythonNames.js';

/** Returns the body of the module. */
export function emitFacts({
  revisions,
  messages,
  features,
  capabilities,
  errors,
  headers,
  nameParams,
  metaKeys,
}: Registry): string {
  return [
    constant(
      'REVISIONS',
      'dict[str, RevisionFacts]',
      'The revisions, the oldest first.',
      tableOf(revisions.map(({ id, ...facts }) => [id, facts])),
    ),
    constant(
      'REQUESTS',
      'dict[str, MessageFacts]',
      'The requests of all revisions, by method.',
      messagesOf('request', messages),
    ),
    constant(
      'NOTIFICATIONS',
      'dict[str, MessageFacts]',
      'The notifications of all revisions, by method.',
      messagesOf('notification', messages),
    ),
    constant(
      'FEATURES',
      'dict[str, NamedFacts]',
      'The features of the protocol.',
      namesOf(features, () => ({})),
    ),
    constant(
      'CLIENT_CAPABILITIES',
      'dict[str, NamedFacts]',
      'The capabilities that a client can declare, by path.',
      pathsOf(capabilities.client),
    ),
    constant(
      'SERVER_CAPABILITIES',
      'dict[str, NamedFacts]',
      'The capabilities that a server can declare, by path.',
      pathsOf(capabilities.server),
    ),
    constant(
      'ERRORS',
      'dict[str, ErrorFacts]',
      'The error codes that the protocol defines, by name.',
      namesOf(errors, (code) => ({ code })),
    ),
    constant(
      'HEADERS',
      'dict[str, HeaderFacts]',
      'The HTTP headers of the protocol, in lower case, by name.',
      namesOf(headers, (header) => ({ header: header.toLowerCase() })),
    ),
    constant(
      'NAME_PARAMS',
      'dict[str, str]',
      'The parameters that the header `Mcp-Name` repeats, by method.',
      tableOf(nameParams.map(({ name, value }) => [name, value])),
    ),
    constant(
      'META_KEYS',
      'dict[str, KeyFacts]',
      'The keys of `_meta` that the protocol defines, by name.',
      namesOf(metaKeys, (key) => ({ key })),
    ),
  ].join('\n\n');
}

function constant(name: string, type: string, docs: string, value: Layout): string {
  return `${printLayout([`${name}: Final[${type}] = `, value])}\n"""${docs}"""`;
}

function tableOf(rows: readonly (readonly [name: string, facts: Data])[]): Layout {
  return bracketed(
    '{',
    rows.map(([name, facts]): Layout => [`${stringLiteral(name)}: `, dataLayout(facts)]),
    '}',
  );
}

/** Facts that are false are left out. */
function messagesOf(kind: RegisteredMessage['kind'], messages: readonly RegisteredMessage[]): Layout {
  const rows = messages.filter((message) => message.kind === kind);
  return tableOf(
    rows.map(({ kind: _kind, method, ...facts }) => {
      const stated = Object.entries(facts).filter(([, value]) => value !== false);
      return [method, Object.fromEntries(stated) as Data];
    }),
  );
}

function namesOf<Value>(
  names: readonly RegisteredName<Value>[],
  valueOf: (value: Value) => { readonly [key: string]: Data },
): Layout {
  return tableOf(
    names.map(({ name, value, what, ...range }) => [
      name,
      { ...valueOf(value), ...(what !== '' && { what }), ...range },
    ]),
  );
}

function pathsOf(names: readonly RegisteredName<string>[]): Layout {
  return tableOf(
    names.map(({ name: _name, value, what, ...range }) => [value, { ...(what !== '' && { what }), ...range }]),
  );
}
