import { addTo, removeProperty, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

export const metadata: readonly Row[] = [
  {
    edit: 'an optional key of the metadata of requests',
    change: addTo('RequestMetaObject', "'io.modelcontextprotocol/traceparent'?: string;"),
    open: ['metadataKeys'],
    facts: ['+ _meta key io.modelcontextprotocol/traceparent'],
  },
  {
    edit: 'a required key of the metadata of requests',
    change: addTo('RequestMetaObject', "'io.modelcontextprotocol/tenant': string;"),
    open: ['metadataKeys'],
    facts: ['+ _meta key io.modelcontextprotocol/tenant'],
  },
  {
    edit: 'a key of the metadata of requests is renamed',
    change: replace("'io.modelcontextprotocol/protocolVersion': string", "'io.modelcontextprotocol/revision': string"),
    open: ['metadataKeys'],
    facts: ['- _meta key io.modelcontextprotocol/protocolVersion', '+ _meta key io.modelcontextprotocol/revision'],
  },
  {
    edit: 'a key of the metadata of requests is removed',
    change: removeProperty('RequestMetaObject', "'io.modelcontextprotocol/clientInfo'"),
    open: ['metadataKeys'],
    facts: ['- _meta key io.modelcontextprotocol/clientInfo'],
  },
  {
    edit: 'a key of an earlier revision comes back',
    change: addTo('ResultMetaObject', "'io.modelcontextprotocol/related-task'?: string;"),
    open: ['metadataKeys'],
    facts: ['+ _meta key io.modelcontextprotocol/related-task'],
  },
  {
    edit: 'a key of the metadata becomes required',
    change: within(
      'RequestMetaObject',
      "'io.modelcontextprotocol/clientInfo'?:",
      "'io.modelcontextprotocol/clientInfo':",
    ),
    open: ['metadataKeys'],
  },
  {
    edit: 'the type of a key of the metadata changes',
    change: within('RequestMetaObject', "protocolVersion': string", "protocolVersion': number"),
    open: ['metadataKeys'],
  },
  {
    edit: 'the metadata of requests is renamed',
    change: rename('RequestMetaObject', 'RequestMeta'),
    open: ['metadataKeys'],
  },
  {
    edit: 'the metadata of notifications is required',
    change: within('NotificationParams', '_meta?:', '_meta:'),
    open: ['names/NotificationParams'],
  },
  {
    edit: 'the metadata of requests is optional',
    change: replace('  _meta: RequestMetaObject;\n}', '  _meta?: RequestMetaObject;\n}'),
    open: ['names/RequestParams'],
  },
  {
    edit: 'a required key of the metadata of results',
    change: addTo('ResultMetaObject', "'io.modelcontextprotocol/requestCost': number;"),
    open: ['metadataKeys'],
    facts: ['+ _meta key io.modelcontextprotocol/requestCost'],
  },
  {
    edit: 'the token of progress is renamed',
    change: within(
      'RequestMetaObject',
      'progressToken?: ProgressToken',
      "'io.modelcontextprotocol/progressToken'?: ProgressToken",
    ),
    open: [
      'The name of the key "io.modelcontextprotocol/progressToken" of _meta would be "progressToken", which is that of "progressToken" in an earlier revision. Guess: ioModelcontextprotocolProgressToken',
      'metadataKeys',
    ],
    facts: ['- _meta key progressToken', '+ _meta key io.modelcontextprotocol/progressToken'],
  },
  {
    edit: 'the base of params is renamed',
    change: rename('RequestParams', 'BaseParams'),
    open: ['names/RequestParams'],
    facts: ['- server/discover: params RequestParams', '+ server/discover: params BaseParams'],
  },
  {
    edit: 'the base of the params of notifications is renamed',
    change: rename('NotificationParams', 'NoticeParams'),
    open: ['names/NotificationParams'],
    facts: [
      '- notifications/resources/list_changed: params NotificationParams, optional',
      '- notifications/tools/list_changed: params NotificationParams, optional',
      '- notifications/prompts/list_changed: params NotificationParams, optional',
      '+ notifications/resources/list_changed: params NoticeParams, optional',
      '+ notifications/tools/list_changed: params NoticeParams, optional',
      '+ notifications/prompts/list_changed: params NoticeParams, optional',
    ],
  },
];
