/** The methods of each revision, as the specification has them. */

import { expect, test } from 'vitest';
import type { NotificationMessage, RequestMessage } from '../../generator/model/protocol.js';
import { compileText } from '../support/compileText.js';
import { REVISIONS, schemaText, type RevisionId } from '../support/schemas.js';

type Sender = 'client' | 'server' | 'client, server';
type Params = `${'required' | 'optional'} ${string}`;

/** `plain` requests have a result in one piece and may be cancelled. */
type Kind = 'plain' | 'paginated' | 'lifecycle' | 'lifecycle, not cancellable';

type RequestRow = readonly [string, string, string, Sender, Params, string, string | undefined, Kind];
type NotificationRow = readonly [string, string, string, Sender, Params, string | undefined, 'plain' | 'lifecycle'];

// prettier-ignore
const requests20241105: readonly RequestRow[] = [
  // method, handler, type, sender, params, results, capability, kind
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

/** A table with the rows of a later revision in it: in the place of those of the same method, or added. */
function changed<Row extends RequestRow | NotificationRow>(rows: readonly Row[], changes: readonly Row[]): Row[] {
  return [...rows.filter(([method]) => !changes.some(([other]) => other === method)), ...changes];
}

// prettier-ignore
const requests20250326 = changed(requests20241105, [
  // The capability is new in this revision; the method is not.
  ['completion/complete', 'complete', 'CompleteRequest', 'client', 'required CompleteRequestParams', 'CompleteResult', 'completions', 'plain'],
]);

// prettier-ignore
const requests20250618 = changed(requests20250326, [
  ['elicitation/create', 'elicit', 'ElicitRequest', 'server', 'required ElicitRequestParams', 'ElicitResult', 'elicitation', 'plain'],
]);

// prettier-ignore
const requests20251125 = changed(requests20250618, [
  ['tools/call', 'callTool', 'CallToolRequest', 'client', 'required CallToolRequestParams', 'CallToolResult | CreateTaskResult', 'tools', 'plain'],
  ['sampling/createMessage', 'createMessage', 'CreateMessageRequest', 'server', 'required CreateMessageRequestParams', 'CreateMessageResult | CreateTaskResult', 'sampling', 'plain'],
  ['elicitation/create', 'elicit', 'ElicitRequest', 'server', 'required ElicitRequestParams', 'ElicitResult | CreateTaskResult', 'elicitation', 'plain'],
  ['tasks/get', 'getTask', 'GetTaskRequest', 'client, server', 'required GetTaskRequestParams', 'GetTaskResult', 'tasks', 'plain'],
  ['tasks/result', 'getTaskPayload', 'GetTaskPayloadRequest', 'client, server', 'required GetTaskPayloadRequestParams', 'GetTaskPayloadResult', 'tasks', 'plain'],
  ['tasks/list', 'listTasks', 'ListTasksRequest', 'client, server', 'optional PaginatedRequestParams', 'ListTasksResult', 'tasks.list', 'paginated'],
  ['tasks/cancel', 'cancelTask', 'CancelTaskRequest', 'client, server', 'required CancelTaskRequestParams', 'CancelTaskResult', 'tasks.cancel', 'plain'],
]);

// prettier-ignore
const notifications20251125 = changed(notifications, [
  ['notifications/tasks/status', 'taskStatus', 'TaskStatusNotification', 'client, server', 'required TaskStatusNotificationParams', undefined, 'plain'],
  ['notifications/elicitation/complete', 'elicitationComplete', 'ElicitationCompleteNotification', 'server', 'required ElicitationCompleteNotificationParams', undefined, 'plain'],
]);

// prettier-ignore
const requests20260728: readonly RequestRow[] = [
  ['server/discover', 'discover', 'DiscoverRequest', 'client', 'required RequestParams', 'DiscoverResult', undefined, 'plain'],
  ['resources/list', 'listResources', 'ListResourcesRequest', 'client', 'required PaginatedRequestParams', 'ListResourcesResult', 'resources', 'paginated'],
  ['resources/templates/list', 'listResourceTemplates', 'ListResourceTemplatesRequest', 'client', 'required PaginatedRequestParams', 'ListResourceTemplatesResult', 'resources', 'paginated'],
  ['resources/read', 'readResource', 'ReadResourceRequest', 'client', 'required ReadResourceRequestParams', 'ReadResourceResult | InputRequiredResult', 'resources', 'plain'],
  ['subscriptions/listen', 'subscriptionsListen', 'SubscriptionsListenRequest', 'client', 'required SubscriptionsListenRequestParams', 'SubscriptionsListenResult', undefined, 'plain'],
  ['prompts/list', 'listPrompts', 'ListPromptsRequest', 'client', 'required PaginatedRequestParams', 'ListPromptsResult', 'prompts', 'paginated'],
  ['prompts/get', 'getPrompt', 'GetPromptRequest', 'client', 'required GetPromptRequestParams', 'GetPromptResult | InputRequiredResult', 'prompts', 'plain'],
  ['tools/list', 'listTools', 'ListToolsRequest', 'client', 'required PaginatedRequestParams', 'ListToolsResult', 'tools', 'paginated'],
  ['tools/call', 'callTool', 'CallToolRequest', 'client', 'required CallToolRequestParams', 'CallToolResult | InputRequiredResult', 'tools', 'plain'],
  ['completion/complete', 'complete', 'CompleteRequest', 'client', 'required CompleteRequestParams', 'CompleteResult', 'completions', 'plain'],
];

// prettier-ignore
const notifications20260728: readonly NotificationRow[] = [
  ['notifications/cancelled', 'cancelled', 'CancelledNotification', 'client, server', 'required CancelledNotificationParams', undefined, 'lifecycle'],
  ['notifications/progress', 'progress', 'ProgressNotification', 'server', 'required ProgressNotificationParams', undefined, 'lifecycle'],
  ['notifications/resources/list_changed', 'resourceListChanged', 'ResourceListChangedNotification', 'server', 'optional NotificationParams', 'resources.listChanged', 'plain'],
  ['notifications/subscriptions/acknowledged', 'subscriptionsAcknowledged', 'SubscriptionsAcknowledgedNotification', 'server', 'required SubscriptionsAcknowledgedNotificationParams', undefined, 'plain'],
  ['notifications/resources/updated', 'resourceUpdated', 'ResourceUpdatedNotification', 'server', 'required ResourceUpdatedNotificationParams', 'resources.subscribe', 'plain'],
  ['notifications/prompts/list_changed', 'promptListChanged', 'PromptListChangedNotification', 'server', 'optional NotificationParams', 'prompts.listChanged', 'plain'],
  ['notifications/tools/list_changed', 'toolListChanged', 'ToolListChangedNotification', 'server', 'optional NotificationParams', 'tools.listChanged', 'plain'],
  ['notifications/message', 'loggingMessage', 'LoggingMessageNotification', 'server', 'required LoggingMessageNotificationParams', 'logging', 'plain'],
];

interface Table {
  readonly requests: readonly RequestRow[];
  readonly notifications: readonly NotificationRow[];
  readonly batching: boolean;
  readonly dialect: 'draft-07' | '2020-12';
}

const TABLES: { readonly [Id in RevisionId]: Table } = {
  '2024-11-05': { requests: requests20241105, notifications, batching: false, dialect: 'draft-07' },
  '2025-03-26': { requests: requests20250326, notifications, batching: true, dialect: 'draft-07' },
  '2025-06-18': { requests: requests20250618, notifications, batching: false, dialect: 'draft-07' },
  '2025-11-25': {
    requests: requests20251125,
    notifications: notifications20251125,
    batching: false,
    dialect: '2020-12',
  },
  '2026-07-28': {
    requests: requests20260728,
    notifications: notifications20260728,
    batching: false,
    dialect: '2020-12',
  },
};

test.each(REVISIONS)('revision $revision has its requests and notifications', ({ revision, era }) => {
  const { requests, notifications, batching, dialect } = TABLES[revision];
  const protocol = compileText(schemaText(revision), revision);
  expect(sorted(protocol.requests.map(requestRow))).toEqual(sorted(requests));
  expect(sorted(protocol.notifications.map(notificationRow))).toEqual(sorted(notifications));
  expect(protocol).toMatchObject({ revision, era, batching, dialect, unusedRows: [] });
});

test.each([
  ['2024-11-05', 15, 9],
  ['2025-03-26', 15, 9],
  ['2025-06-18', 16, 9],
  ['2025-11-25', 20, 11],
  // Three more requests travel inside another message.
  ['2026-07-28', 10, 8],
] as const)('the table of %s has %d requests and %d notifications', (revision, requests, notifications) => {
  const table = TABLES[revision];
  expect([table.requests.length, table.notifications.length]).toEqual([requests, notifications]);
});

function requestRow(request: RequestMessage): RequestRow {
  const { method, name, declaration, results, capability, paginated, cancellable, lifecycle } = request;
  const marks = [paginated && 'paginated', lifecycle && 'lifecycle', !cancellable && 'not cancellable'];
  const kind = marks.filter((mark) => mark !== false).join(', ') || 'plain';
  return [
    method,
    name,
    declaration.name,
    senders(request),
    params(request),
    results.join(' | '),
    capability,
    kind as Kind,
  ];
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
