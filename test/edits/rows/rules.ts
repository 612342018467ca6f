import { addTo, all, append, replace, within } from '../change.js';
import type { Row } from '../row.js';

/** Headers and other rules, which stand in the docs only. */
export const rules: readonly Row[] = [
  {
    edit: 'docs state a rule about a parameter',
    change: within(
      'CallToolRequestParams',
      '  name: string;',
      '  /** Must be repeated in the header `Mcp-Tool`. */\n  toolId?: string;\n  name: string;',
    ),
    open: ['methods/tools/call'],
  },
  {
    edit: 'docs state a new header',
    change: within(
      'CallToolRequestParams',
      '  /** The name',
      '  /** MUST be the value of the HTTP header Mcp-Tool-Name. The name',
    ),
    open: ['methods/tools/call'],
  },
  {
    edit: 'the docs of the type of params state a rule',
    change: replace(
      ' * Params of `tools/call`: the',
      ' * Clients MUST list the tools before. Params of `tools/call`: the',
    ),
    open: ['methods/tools/call'],
  },
  {
    edit: 'docs change a rule',
    change: replace('At most 100.\n', 'At most 50.\n'),
    open: ['methods/completion/complete'],
  },
  {
    edit: 'a bound changes with its rule',
    change: all(replace('At most 100.\n', 'At most 50.\n'), replace('@maxItems 100', '@maxItems 50')),
    open: ['methods/completion/complete'],
  },
  {
    edit: 'docs state a rule about an envelope',
    change: within('JSONRPCRequest', 'It gets exactly one response', 'It MUST get exactly one response'),
    open: ['names/JSONRPCRequest'],
  },
  {
    edit: 'docs state a rule about the field of an envelope',
    change: within('Error', 'One short sentence about the error.', 'At most 200 characters.'),
    open: ['names/JSONRPCErrorResponse'],
  },
  {
    edit: 'docs state a rule about a kind of result',
    change: within(
      'ResultType',
      'A client treats an unknown value as an error.',
      'A client MUST ignore unknown values.',
    ),
    open: ['names/ResultType'],
  },
  {
    edit: 'docs state a rule about a base of results',
    change: within('CacheableResult', 'export interface', '/** A client MUST store it. */\nexport interface'),
    open: ['names/CacheableResult'],
  },
  {
    edit: 'docs state a rule about a field of a base',
    change: within('PaginatedResult', '  nextCursor?', '  /** MUST be shorter than 100 characters. */\n  nextCursor?'),
    open: ['names/PaginatedResult'],
  },
  {
    edit: 'docs state a rule about a union of senders',
    change: replace(
      'export type ServerNotification',
      '/** MUST NOT be sent before a request. */\nexport type ServerNotification',
    ),
    open: ['names/ServerNotification'],
  },
  {
    edit: 'docs state a rule about a key of the metadata',
    change: within('RequestMetaObject', 'The client program.', 'The client program. It MUST be logged.'),
    open: ['metadataKeys'],
  },
  {
    edit: 'docs state a rule about the keys of the metadata',
    change: replace(
      'belongs to the protocol.',
      'belongs to the protocol. A prefix MUST NOT be longer than 40 characters.',
    ),
    open: ['metadataKeys'],
  },
  {
    edit: 'docs state a rule about a filter',
    change: within('SubscriptionFilter', 'The URIs of the resources', 'At most 10 items. The URIs of the resources'),
    open: ['names/SubscriptionFilter'],
  },
  {
    edit: 'docs state a rule about the filter of a notification',
    change: within(
      'SubscriptionFilter',
      'True to receive `notifications/tools/list_changed`.',
      'True to receive `notifications/tools/list_changed`. Servers MUST NOT send more than one a second.',
    ),
    open: ['methods/notifications/tools/list_changed'],
  },
  {
    edit: 'docs state a rule about a capability',
    change: within('ServerCapabilities', '  completions?:', '  /** MUST be declared. */\n  completions?:'),
    open: ['methods/completion/complete'],
  },
  {
    edit: 'docs state a rule about a capability that no message needs',
    change: within('ClientCapabilities', '  experimental?:', '  /** MUST NOT be sent. */\n  experimental?:'),
    open: ['capabilities/client.experimental'],
  },
  {
    edit: 'docs state a rule about all capabilities',
    change: replace(
      'export interface ServerCapabilities',
      '/** MUST be the same in each result. */\nexport interface ServerCapabilities',
    ),
    open: ['names/ServerCapabilities'],
  },
  {
    edit: 'docs state another default of a type that results contain',
    change: within('ToolAnnotations', 'Ignored for read-only tools. Default: true.', 'Default: false.'),
    open: ['types/ToolAnnotations'],
  },
  {
    edit: 'docs state the first rule of a type',
    change: replace(
      'export interface PromptReference',
      '/** The prompt MUST exist. */\nexport interface PromptReference',
    ),
    open: ['types/PromptReference'],
  },
  {
    edit: 'docs state a number in a type',
    change: within('Annotations', 'from 0, optional, to 1, required', 'from 0, optional, to 10, required'),
    open: ['types/Annotations'],
  },
  {
    edit: 'docs no longer state a rule of a type',
    change: within('Annotations', ', in ISO 8601, such as `2025-01-12T15:00:58Z`', ''),
    open: ['types/Annotations'],
  },
  {
    edit: 'docs of a new type state a rule',
    change: append('/** At most 10 of them. */\nexport interface Preview { name: string; }'),
  },
  {
    edit: 'docs of a type suggest something',
    change: within('ToolAnnotations', 'The display name of the tool.', 'An optional name, which clients may show.'),
  },
  {
    edit: 'docs state another unit',
    change: within('CacheableResult', 'milliseconds', 'seconds'),
    open: ['names/CacheableResult'],
  },
  {
    edit: 'docs of a request name a header',
    change: replace(
      ' * Subscribes to notifications. The request',
      ' * The header `Mcp-Stream` has its id. The request',
    ),
    open: ['methods/subscriptions/listen'],
  },
  {
    edit: 'a comment that is not a doc comment states a rule',
    change: within(
      'InputRequiredResult',
      '  requestState?:',
      '  /* MUST be sent back within a minute. */\n  requestState?:',
    ),
    open: ['names/InputRequiredResult'],
  },
  {
    edit: 'a comment behind a field states a rule',
    change: within('Error', '  message: string;', '  message: string; // MUST NOT be empty.'),
    open: ['names/JSONRPCErrorResponse'],
  },
  {
    edit: 'a comment in a union states a rule',
    change: replace("export type Role = 'user'", "export type Role =\n  // MUST come first.\n  | 'user'"),
    open: ['types/Role'],
  },
  {
    edit: 'docs of an index signature state a rule',
    change: replace(
      "    type: 'object';\n    [key: string]: unknown;\n  };\n  /**\n   * The JSON Schema of `structuredContent`",
      "    type: 'object';\n    /** At most 20 keywords. */\n    [key: string]: unknown;\n  };\n  /**\n   * The JSON Schema of `structuredContent`",
    ),
    open: ['types/Tool'],
  },
  {
    edit: 'a line comment in front of a declaration states a rule',
    change: replace('export interface ModelHint', '// MUST NOT be empty.\nexport interface ModelHint'),
    open: ['types/ModelHint'],
  },
  {
    edit: 'a line comment in front of a number states fractions',
    change: addTo('ModelHint', '// A ratio.\n  weight?: number;'),
    open: ['numbers/ModelHint.weight'],
  },
  {
    edit: 'a tag in a comment that is not a doc comment',
    change: within('CallToolRequestParams', '  name: string;', '  /* @maxLength 64 */\n  name: string;'),
    refused: {
      at: '/* @maxLength 64 */',
      message: /^This comment belongs to no declaration or property, so @maxLength would be lost/,
      remedy: /^Begin it with \/\*\*, on a line of its own/,
    },
  },
  { edit: 'docs change words without a rule', change: replace('A reference to a prompt.', 'Names a prompt.') },
  {
    edit: 'the parameter of a header is renamed',
    change: within('CallToolRequestParams', '  name: string;', '  tool: string;'),
    open: ['methods/tools/call'],
  },
  {
    edit: 'a parameter beside that of a header',
    change: within('ReadResourceRequestParams', '{}', '{ version?: string; }'),
    open: ['methods/resources/read'],
  },
  {
    edit: 'docs name a dialect',
    change: within('ElicitRequestFormParams', 'Default: JSON Schema 2020-12.', 'Default: JSON Schema draft-07.'),
    open: ['dialect', 'methods/elicitation/create'],
  },
  {
    edit: 'a type is deprecated',
    change: replace(
      '/**\n * A reference to a prompt.\n',
      '/**\n * A reference to a prompt.\n *\n * @deprecated Use names.\n',
    ),
  },
  {
    edit: 'all comments are removed',
    change: (text) => text.replaceAll(/^[ \t]*\/\*\*(?:(?!\*\/)(?!@TJS|@format|@m|@deprecated)[^])*\*\/\n/gm, ''),
    open: [
      'capabilities/client.extensions',
      'capabilities/server.extensions',
      'dialect',
      'errata/ElicitResult.content',
      'errors/-32020',
      'errors/-32021',
      'errors/-32022',
      'errors/-32601',
      'metadataKeys',
      'methods/completion/complete',
      'methods/elicitation/create',
      'methods/notifications/cancelled',
      'methods/notifications/progress',
      'methods/notifications/prompts/list_changed',
      'methods/notifications/resources/list_changed',
      'methods/notifications/subscriptions/acknowledged',
      'methods/notifications/tools/list_changed',
      'methods/prompts/get',
      'methods/resources/read',
      'methods/roots/list',
      'methods/sampling/createMessage',
      'methods/server/discover',
      'methods/subscriptions/listen',
      'methods/tools/call',
      'names/CacheableResult',
      'names/ClientCapabilities',
      'names/InputRequiredResult',
      'names/JSONRPCErrorResponse',
      'names/ResultType',
      'names/ServerCapabilities',
      'names/SubscriptionFilter',
      'types/Annotations',
      'types/PromptArgument',
      'types/Resource',
      'types/ToolAnnotations',
      'types/ToolChoice',
      'types/ToolResultContent',
      'types/ToolUseContent',
    ],
  },
];
