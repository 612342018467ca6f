/** The methods of each revision, as the specification has them. */

import { expect, test } from 'vitest';
import type { NotificationMessage, RequestMessage } from '../../generator/model/protocol.js';
import { compileText, schemaText } from '../support/schemas.js';

type Sender = 'client' | 'server' | 'client, server';
type Params = `${'required' | 'optional'} ${string}`;

/** `plain` requests have one result and may be cancelled. */
type Kind = 'plain' | 'paginated' | 'lifecycle' | 'lifecycle, not cancellable';

type RequestRow = readonly [string, string, string, Sender, Params, string, string | undefined, Kind];
type NotificationRow = readonly [string, string, string, Sender, Params, string | undefined, 'plain' | 'lifecycle'];

// prettier-ignore
const requests20241105: readonly RequestRow[] = [
  // method, handler, type, sender, params, result, capability, kind
  ['initialize', 'initialize', 'InitializeRequest', 'client', 'required InitializeRequestParams', 'InitializeResult', undefined, 'lifecycle, not cancellable'],
  ['ping', 'ping', 'PingRequest', 'client, server', 'optional RequestParams', 'EmptyResult', undefined, 'lifecycle'],
  ['resources/list', 'listResources', 'ListResourcesRequest', 'client', 'optional PaginatedRequestParams', 'ListResourcesResult', 'resources', 'paginated'],
  ['resources/templates/list', 'listResourceTemplates', 'ListResourceTemplatesRequest', 'client', 'optional PaginatedRequestParams', 'ListResourceTemplatesResult', 'resources', 'paginated'],
  ['resources/read', 'readResource', 'ReadResourceRequest', 'client', 'required ReadResourceRequestParams', 'ReadResourceResult', 'resources', 'plain'],
  ['resources/subscribe', 'subscribe', 'SubscribeRequest', 'client', 'required SubscribeRequestParams', 'EmptyResult', 'resources.subscribe', 'plain'],
  ['resources/unsubscribe', 'unsubscribe', 'UnsubscribeRequest', 'client', 'required UnsubscribeRequestParams', 'EmptyResult', 'resources.subscribe', 'plain'],
  ['prompts/list', 'listPrompts', 'ListPromptsRequest', 'client', 'optional PaginatedRequestParams', 'ListPromptsResult', 'prompts', 'paginated'],
  ['prompts/get', 'getPrompt', 'GetPromptRequest', 'client', 'required GetPromptRequestParams', 'GetPromptResult', 'prompts', 'plain'],
  ['tools/list', 'listTools', 'ListToolsRequest', 'client', 'optional PaginatedRequestParams', 'ListToolsResult', 'tools', 'paginated'],
  ['tools/call', 'callTool', 'CallToolRequest', 'client', 'required CallToolRequestParams', 'CallToolResult', 'tools', 'plain'],
  ['logging/setLevel', 'setLevel', 'SetLevelRequest', 'client', 'required SetLevelRequestParams', 'EmptyResult', 'logging', 'plain'],
  ['completion/complete', 'complete', 'CompleteRequest', 'client', 'required CompleteRequestParams', 'CompleteResult', undefined, 'plain'],
  ['sampling/createMessage', 'createMessage', 'CreateMessageRequest', 'server', 'required CreateMessageRequestParams', 'CreateMessageResult', 'sampling', 'plain'],
  ['roots/list', 'listRoots', 'ListRootsRequest', 'server', 'optional RequestParams', 'ListRootsResult', 'roots', 'plain'],
];

// prettier-ignore
const notifications: readonly NotificationRow[] = [
  // method, handler, type, sender, params, capability, kind
  ['notifications/initialized', 'initialized', 'InitializedNotification', 'client', 'optional NotificationParams', undefined, 'lifecycle'],
  ['notifications/cancelled', 'cancelled', 'CancelledNotification', 'client, server', 'required CancelledNotificationParams', undefined, 'lifecycle'],
  ['notifications/progress', 'progress', 'ProgressNotification', 'client, server', 'required ProgressNotificationParams', undefined, 'lifecycle'],
  ['notifications/resources/list_changed', 'resourceListChanged', 'ResourceListChangedNotification', 'server', 'optional NotificationParams', 'resources.listChanged', 'plain'],
  ['notifications/resources/updated', 'resourceUpdated', 'ResourceUpdatedNotification', 'server', 'required ResourceUpdatedNotificationParams', 'resources.subscribe', 'plain'],
  ['notifications/prompts/list_changed', 'promptListChanged', 'PromptListChangedNotification', 'server', 'optional NotificationParams', 'prompts.listChanged', 'plain'],
  ['notifications/tools/list_changed', 'toolListChanged', 'ToolListChangedNotification', 'server', 'optional NotificationParams', 'tools.listChanged', 'plain'],
  ['notifications/message', 'loggingMessage', 'LoggingMessageNotification', 'server', 'required LoggingMessageNotificationParams', 'logging', 'plain'],
  ['notifications/roots/list_changed', 'rootsListChanged', 'RootsListChangedNotification', 'client', 'optional NotificationParams', 'roots.listChanged', 'plain'],
];

// prettier-ignore
const requests20250326 = requests20241105.map((row): RequestRow =>
  row[0] === 'completion/complete'
    // The capability is new in this revision; the method is not.
    ? ['completion/complete', 'complete', 'CompleteRequest', 'client', 'required CompleteRequestParams', 'CompleteResult', 'completions', 'plain']
    : row,
);

test.each([
  { revision: '2024-11-05', requests: requests20241105, batching: false },
  { revision: '2025-03-26', requests: requests20250326, batching: true },
])('revision $revision has 15 requests and 9 notifications', ({ revision, requests, batching }) => {
  const protocol = compileText(schemaText(revision), revision);
  expect(sorted(protocol.requests.map(requestRow))).toEqual(sorted(requests));
  expect(sorted(protocol.notifications.map(notificationRow))).toEqual(sorted(notifications));
  expect(protocol).toMatchObject({ revision, era: 'session', batching, dialect: 'draft-07' });
});

function requestRow(request: RequestMessage): RequestRow {
  const { method, name, declaration, result, capability, paginated, cancellable, lifecycle } = request;
  const marks = [paginated && 'paginated', lifecycle && 'lifecycle', !cancellable && 'not cancellable'];
  const kind = marks.filter((mark) => mark !== false).join(', ') || 'plain';
  return [method, name, declaration.name, senders(request), params(request), result, capability, kind as Kind];
}

function notificationRow(notification: NotificationMessage): NotificationRow {
  const { method, name, declaration, capability, lifecycle } = notification;
  const kind = lifecycle ? 'lifecycle' : 'plain';
  return [method, name, declaration.name, senders(notification), params(notification), capability, kind];
}

function senders({ senders }: RequestMessage | NotificationMessage): Sender {
  return [...senders].sort().join(', ') as Sender;
}

function params({ params }: RequestMessage | NotificationMessage): Params {
  return `${params.optional ? 'optional' : 'required'} ${params.type}`;
}

function sorted<Row extends RequestRow | NotificationRow>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
