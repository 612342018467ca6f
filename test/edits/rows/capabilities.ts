import { addTo, all, append, removeProperty, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

export const capabilities: readonly Row[] = [
  {
    edit: 'a capability of the server is renamed',
    change: within('ServerCapabilities', '  tools?: {', '  functions?: {'),
    open: [
      'methods/notifications/tools/list_changed',
      'methods/tools/call',
      'methods/tools/list',
      'removed/capabilities',
    ],
    facts: [
      '- server capability tools',
      '- server capability tools.listChanged',
      '+ server capability functions',
      '+ server capability functions.listChanged',
    ],
  },
  {
    edit: 'a capability of the server is removed',
    change: removeProperty('ServerCapabilities', 'completions'),
    open: ['methods/completion/complete', 'removed/capabilities'],
    facts: ['- server capability completions'],
  },
  {
    edit: 'a capability of the client is removed',
    change: removeProperty('ClientCapabilities', 'roots'),
    open: ['methods/roots/list', 'removed/capabilities'],
    facts: ['- client capability roots'],
  },
  {
    edit: 'a capability that no message needs is removed',
    change: removeProperty('ServerCapabilities', 'experimental'),
    open: ['removed/capabilities'],
    facts: ['- server capability experimental'],
  },
  {
    edit: 'a feature is removed',
    change: removeProperty('Tool', 'outputSchema'),
    open: ['dialect', 'removed/features', 'types/Tool'],
    facts: ['- feature outputSchema'],
  },
  {
    edit: 'a capability of the client is renamed',
    change: within('ClientCapabilities', '  sampling?: {', '  models?: {'),
    open: ['methods/sampling/createMessage', 'removed/capabilities'],
    facts: [
      '- client capability sampling',
      '- client capability sampling.context',
      '- client capability sampling.tools',
      '+ client capability models',
      '+ client capability models.context',
      '+ client capability models.tools',
    ],
  },
  {
    edit: 'a new capability of the server',
    change: addTo('ServerCapabilities', 'events?: { poll?: boolean; stream?: boolean };'),
    facts: ['+ server capability events', '+ server capability events.poll', '+ server capability events.stream'],
  },
  {
    edit: 'a capability with parts of many levels',
    change: addTo('ServerCapabilities', 'a?: { b?: { c?: { d?: { e?: { f?: boolean } } } } };'),
    facts: [
      '+ server capability a',
      '+ server capability a.b',
      '+ server capability a.b.c',
      '+ server capability a.b.c.d',
      '+ server capability a.b.c.d.e',
      '+ server capability a.b.c.d.e.f',
    ],
  },
  {
    edit: 'a capability contains itself',
    change: all(
      append('export interface DeepCapability { part?: DeepCapability; }'),
      addTo('ClientCapabilities', 'deep?: DeepCapability;'),
    ),
    refused: {
      at: 'export interface DeepCapability',
      message: /^The capability deep\.part in ClientCapabilities contains itself/,
      remedy: /^Declare each capability/,
    },
  },
  {
    edit: 'a capability that no message needs has another type',
    change: within('ServerCapabilities', 'experimental?: { [key: string]: JSONObject }', 'experimental?: string[]'),
    open: ['capabilities/server.experimental'],
  },
  {
    edit: 'a capability becomes required',
    change: within('ServerCapabilities', 'logging?: JSONObject', 'logging: JSONObject'),
    open: ['methods/notifications/message'],
  },
  {
    edit: 'a capability gains a part',
    change: within('ServerCapabilities', '  tools?: {\n', '  tools?: {\n    search?: boolean;\n'),
    open: ['methods/tools/call', 'methods/tools/list'],
    facts: ['+ server capability tools.search'],
  },
  {
    edit: 'a capability loses a part',
    change: (text) => text.replace(/ {2}tools\?: \{\n[^}]*\};/, '  tools?: {};'),
    open: [
      'methods/notifications/tools/list_changed',
      'methods/tools/call',
      'methods/tools/list',
      'removed/capabilities',
    ],
    facts: ['- server capability tools.listChanged'],
  },
  {
    edit: 'the capabilities of the server are renamed',
    change: rename('ServerCapabilities', 'ServerFeatures'),
    open: ['names/ServerCapabilities'],
  },
  {
    edit: 'the capabilities of the client are renamed',
    change: rename('ClientCapabilities', 'ClientFeatures'),
    open: ['names/ClientCapabilities'],
  },
  {
    edit: 'capabilities move into a type of their own',
    change: all(append('export interface ToolsCapability { listChanged?: boolean; }'), (text) =>
      text.replace(/ {2}tools\?: \{\n[^}]*\};/, '  tools?: ToolsCapability;'),
    ),
    open: ['methods/tools/call', 'methods/tools/list'],
  },
  {
    edit: 'a capability becomes an array',
    change: within('ServerCapabilities', 'completions?: JSONObject', 'completions?: string[]'),
    open: ['methods/completion/complete'],
  },
  {
    edit: 'a filter of a stream is renamed',
    change: within('SubscriptionFilter', 'toolsListChanged?:', 'toolChanges?:'),
    open: ['filters/toolChanges', 'methods/notifications/tools/list_changed'],
    facts: ['- notifications/tools/list_changed: filter toolsListChanged'],
  },
  {
    edit: 'a filter of a stream is required',
    change: within('SubscriptionFilter', 'toolsListChanged?:', 'toolsListChanged:'),
    open: ['methods/notifications/tools/list_changed'],
  },
  {
    edit: 'a filter of a stream is named after no notification',
    change: addTo('SubscriptionFilter', 'newsChanged?: boolean;'),
    open: ['filters/newsChanged'],
  },
  {
    edit: 'a filter of a stream names what it selects',
    change: addTo('SubscriptionFilter', 'newsTopics?: string[];'),
    open: ['filters/newsTopics'],
  },
  {
    edit: 'the filter that a feature reads has another type',
    change: within('SubscriptionFilter', 'resourceSubscriptions?: string[]', 'resourceSubscriptions?: boolean'),
    open: ['filters/resourceSubscriptions', 'names/SubscriptionFilter'],
  },
  {
    edit: 'the filter that a feature reads has objects',
    change: within(
      'SubscriptionFilter',
      'resourceSubscriptions?: string[]',
      'resourceSubscriptions?: { uri: string }[]',
    ),
    open: ['filters/resourceSubscriptions', 'names/SubscriptionFilter'],
  },
  {
    edit: 'the filter that a feature reads is required',
    change: within('SubscriptionFilter', 'resourceSubscriptions?:', 'resourceSubscriptions:'),
    open: ['filters/resourceSubscriptions', 'names/SubscriptionFilter'],
  },
  {
    edit: 'the filter that a feature reads has a maximum',
    change: within(
      'SubscriptionFilter',
      '   * `resources.subscribe`.\n',
      '   * `resources.subscribe`.\n   * @maxItems 10\n',
    ),
    open: ['names/SubscriptionFilter'],
  },
  {
    edit: 'the type of filters is renamed',
    change: rename('SubscriptionFilter', 'ChangeFilter'),
    open: ['names/SubscriptionFilter'],
  },
  {
    edit: 'a notification of list changes is renamed',
    change: replace("'notifications/tools/list_changed'", "'notifications/tools/changed'"),
    open: ['filters/toolsListChanged', 'methods/notifications/tools/changed', 'methods/tools/list'],
    lost: ['notifications/tools/list_changed'],
    facts: [
      '- tools/list: changes notifications/tools/list_changed',
      '- notifications/tools/list_changed: notification toolListChanged from server',
      '- notifications/tools/list_changed: params NotificationParams, optional',
      '- notifications/tools/list_changed: capability tools.listChanged',
      '- notifications/tools/list_changed: filter toolsListChanged',
      '+ notifications/tools/changed: notification toolListChanged from server',
      '+ notifications/tools/changed: params NotificationParams, optional',
    ],
  },
];
