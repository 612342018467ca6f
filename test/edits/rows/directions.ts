import { addMember, all, append, remove, removeMember, rename, replace, within } from '../change.js';
import type { Row } from '../row.js';

const PREVIEW = `export interface PreviewToolRequest extends JSONRPCRequest { method: 'tools/preview'; params: PreviewToolRequestParams; }
export interface PreviewToolRequestParams extends RequestParams { name: string; }
export interface PreviewToolResult extends Result { outline: string; }
export interface PreviewToolResultResponse extends JSONRPCResultResponse { result: PreviewToolResult; }`;

export const directions: readonly Row[] = [
  {
    edit: 'a new request of the client',
    change: all(addMember('ClientRequest', 'PreviewToolRequest'), append(PREVIEW)),
    open: ['methods/tools/preview'],
    facts: [
      '+ tools/preview: request previewTool from client',
      '+ tools/preview: params PreviewToolRequestParams',
      '+ tools/preview: result PreviewToolResult',
    ],
  },
  {
    edit: 'a new request that no union has',
    change: append(PREVIEW),
    open: ['PreviewToolRequest (tools/preview) has no sender'],
  },
  {
    edit: 'a new request without a result',
    change: all(
      addMember('ClientRequest', 'RankToolsRequest'),
      append(
        "export interface RankToolsRequest extends JSONRPCRequest { method: 'tools/rank'; params: RequestParams; }",
      ),
    ),
    open: [
      'RankToolsRequest (tools/rank) has no result: RankToolsResult is not declared. Guess: EmptyResult',
      'methods/tools/rank',
    ],
    facts: [
      '+ tools/rank: request rankTools from client',
      '+ tools/rank: params RequestParams',
      '+ tools/rank: result EmptyResult',
    ],
  },
  {
    edit: 'a new notification of the server',
    change: all(
      addMember('ServerNotification', 'MaintenanceNotification'),
      append(
        "export interface MaintenanceNotification extends JSONRPCNotification { method: 'notifications/maintenance'; params: MaintenanceNotificationParams; }\nexport interface MaintenanceNotificationParams extends NotificationParams { at: string; }",
      ),
    ),
    open: ['methods/notifications/maintenance'],
    facts: [
      '+ notifications/maintenance: notification maintenance from server',
      '+ notifications/maintenance: params MaintenanceNotificationParams',
    ],
  },
  {
    edit: 'a new notification of the client',
    change: all(
      addMember('ClientNotification', 'FocusNotification'),
      append(
        "export interface FocusNotification extends JSONRPCNotification { method: 'notifications/focus'; params?: NotificationParams; }",
      ),
    ),
    open: ['methods/notifications/focus'],
    facts: [
      '+ notifications/focus: notification focus from client',
      '+ notifications/focus: params NotificationParams, optional',
    ],
  },
  {
    edit: 'the server sends requests of its own',
    change: append(
      'export type ServerRequest = PingRequest;\nexport interface PingRequest extends JSONRPCRequest { method: "ping"; params?: RequestParams; }\nexport interface PingResultResponse extends JSONRPCResultResponse { result: EmptyResult; }',
    ),
    open: ['methods/ping', 'names/ServerRequest'],
    facts: [
      '+ ping: request ping from server',
      '+ ping: params RequestParams, optional',
      '+ ping: result EmptyResult',
      '+ ping: opens or closes',
    ],
  },
  {
    edit: 'a request moves to the server',
    change: all(
      removeMember('ClientRequest', 'CompleteRequest'),
      append('export type ServerRequest = CompleteRequest;'),
    ),
    open: ['methods/completion/complete', 'names/ServerRequest'],
    facts: [
      '- completion/complete: request complete from client',
      '+ completion/complete: request complete from server',
    ],
  },
  {
    edit: 'a request is sent by both sides',
    change: append('export type ServerRequest = CompleteRequest;'),
    open: ['methods/completion/complete', 'names/ServerRequest'],
    facts: [
      '- completion/complete: request complete from client',
      '+ completion/complete: request complete from client, server',
    ],
  },
  {
    edit: 'an embedded request becomes one of the server',
    change: all(removeMember('InputRequest', 'ElicitRequest'), append('export type ServerRequest = ElicitRequest;')),
    open: ['names/ServerRequest'],
    facts: [
      '- elicitation/create: embedded request elicit from server',
      '+ elicitation/create: request elicit from server',
    ],
  },
  {
    edit: 'a notification moves to the client',
    change: all(
      removeMember('ServerNotification', 'LoggingMessageNotification'),
      addMember('ClientNotification', 'LoggingMessageNotification'),
    ),
    open: ['methods/notifications/message'],
    facts: [
      '- notifications/message: notification loggingMessage from server',
      '+ notifications/message: notification loggingMessage from client',
    ],
  },
  {
    edit: 'a notification loses a side',
    change: removeMember('ServerNotification', 'CancelledNotification'),
    open: ['methods/notifications/cancelled'],
    facts: [
      '- notifications/cancelled: notification cancelled from client, server',
      '+ notifications/cancelled: notification cancelled from client',
    ],
  },
  {
    edit: 'a request is removed',
    change: all(
      removeMember('ClientRequest', 'CompleteRequest'),
      remove('CompleteRequest'),
      remove('CompleteResultResponse'),
    ),
    isMeant: true,
    lost: ['completion/complete'],
    facts: [
      '- completion/complete: request complete from client',
      '- completion/complete: params CompleteRequestParams',
      '- completion/complete: result CompleteResult',
      '- completion/complete: capability completions',
    ],
  },
  {
    edit: 'a request is declared, but no longer sent',
    change: removeMember('ClientRequest', 'CompleteRequest'),
    open: ['CompleteRequest (completion/complete) has no sender'],
    lost: ['completion/complete'],
    facts: [
      '- completion/complete: request complete from client',
      '- completion/complete: params CompleteRequestParams',
      '- completion/complete: result CompleteResult',
      '- completion/complete: capability completions',
    ],
  },
  {
    edit: 'a notification is declared, but no longer sent',
    change: removeMember('ServerNotification', 'ProgressNotification'),
    open: ['ProgressNotification (notifications/progress) has no sender'],
    lost: ['notifications/progress'],
    facts: [
      '- notifications/progress: notification progress from server',
      '- notifications/progress: params ProgressNotificationParams',
      '- notifications/progress: opens or closes',
    ],
  },
  {
    edit: 'the union of requests of the client is renamed',
    change: rename('ClientRequest', 'ClientCall'),
    open: ['names/ClientRequest'],
  },
  {
    edit: 'the union of notifications of the server is removed',
    change: remove('ServerNotification'),
    open: [
      'LoggingMessageNotification (notifications/message) has no sender',
      'ProgressNotification (notifications/progress) has no sender',
      'PromptListChangedNotification (notifications/prompts/list_changed) has no sender',
      'ResourceListChangedNotification (notifications/resources/list_changed) has no sender',
      'ResourceUpdatedNotification (notifications/resources/updated) has no sender',
      'SubscriptionsAcknowledgedNotification (notifications/subscriptions/acknowledged) has no sender',
      'ToolListChangedNotification (notifications/tools/list_changed) has no sender',
      'filters/promptsListChanged',
      'filters/resourcesListChanged',
      'filters/toolsListChanged',
      'methods/notifications/cancelled',
      'methods/prompts/list',
      'methods/resources/list',
      'methods/resources/read',
      'methods/resources/templates/list',
      'methods/tools/list',
      'unions/ServerNotification',
    ],
    lost: [
      'notifications/progress',
      'notifications/message',
      'notifications/resources/updated',
      'notifications/resources/list_changed',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/subscriptions/acknowledged',
    ],
    facts: [
      '- prompts/list: changes notifications/prompts/list_changed',
      '- resources/list: changes notifications/resources/list_changed',
      '- resources/templates/list: changes notifications/resources/list_changed',
      '- resources/read: changes notifications/resources/updated',
      '- tools/list: changes notifications/tools/list_changed',
      '- notifications/cancelled: notification cancelled from client, server',
      '- notifications/progress: notification progress from server',
      '- notifications/progress: params ProgressNotificationParams',
      '- notifications/progress: opens or closes',
      '- notifications/message: notification loggingMessage from server',
      '- notifications/message: params LoggingMessageNotificationParams',
      '- notifications/message: capability logging',
      '- notifications/resources/updated: notification resourceUpdated from server',
      '- notifications/resources/updated: params ResourceUpdatedNotificationParams',
      '- notifications/resources/updated: capability resources.subscribe',
      '- notifications/resources/list_changed: notification resourceListChanged from server',
      '- notifications/resources/list_changed: params NotificationParams, optional',
      '- notifications/resources/list_changed: capability resources.listChanged',
      '- notifications/resources/list_changed: filter resourcesListChanged',
      '- notifications/tools/list_changed: notification toolListChanged from server',
      '- notifications/tools/list_changed: params NotificationParams, optional',
      '- notifications/tools/list_changed: capability tools.listChanged',
      '- notifications/tools/list_changed: filter toolsListChanged',
      '- notifications/prompts/list_changed: notification promptListChanged from server',
      '- notifications/prompts/list_changed: params NotificationParams, optional',
      '- notifications/prompts/list_changed: capability prompts.listChanged',
      '- notifications/prompts/list_changed: filter promptsListChanged',
      '- notifications/subscriptions/acknowledged: notification subscriptionsAcknowledged from server',
      '- notifications/subscriptions/acknowledged: params SubscriptionsAcknowledgedNotificationParams',
      '+ notifications/cancelled: notification cancelled from client',
    ],
  },
  {
    edit: 'a union inside the union of requests',
    change: all(
      append('export type ListRequest = ListToolsRequest | ListPromptsRequest;'),
      removeMember('ClientRequest', 'ListPromptsRequest'),
      addMember('ClientRequest', 'ListRequest'),
    ),
  },
  {
    edit: 'a member of the union of requests that is not a message',
    change: addMember('ClientRequest', 'string'),
    refused: {
      at: 'export type ClientRequest = string | DiscoverRequest',
      message: /^A member of ClientRequest is not a message/,
      remedy: /^Use only interfaces as members\./,
    },
  },
  {
    edit: 'a request without a method',
    change: all(
      addMember('ClientRequest', 'NamelessRequest'),
      append('export interface NamelessRequest extends JSONRPCRequest { params: RequestParams; }'),
    ),
    refused: {
      at: 'export interface NamelessRequest extends JSONRPCRequest { pa',
      message: /^NamelessRequest has no method of its own/,
      remedy: /^Declare "method: '\.\.\.'"\./,
    },
  },
  {
    edit: 'two requests with one method',
    change: all(
      addMember('ClientRequest', 'CallToolAgainRequest'),
      append(
        "export interface CallToolAgainRequest extends JSONRPCRequest { method: 'tools/call'; params: RequestParams; }\nexport interface CallToolAgainResult extends Result { again: boolean; }",
      ),
    ),
    refused: {
      at: 'export interface CallToolRequest extends JSONRPCRequest {',
      message: /^CallToolRequest and CallToolAgainRequest share the method tools\/call/,
      remedy: /^Declare one message whose params, and results, are unions/,
    },
  },
  {
    edit: 'the server sends another request with a method of the client',
    change: append(
      "export type ServerRequest = ServerCompleteRequest;\nexport interface ServerCompleteRequest extends JSONRPCRequest { method: 'completion/complete'; params: RequestParams; }\nexport interface ServerCompleteResult extends Result { text: string; }",
    ),
    refused: {
      at: 'export interface ServerCompleteRequest extends JSONRPCRequest {',
      message: /^ServerCompleteRequest and CompleteRequest share the method completion\/complete/,
      remedy: /^Declare one message whose params, and results, are unions/,
    },
  },
  {
    edit: 'a request inside results is sent on its own, too, as another interface',
    change: append(
      "export type ServerRequest = ServerElicitRequest;\nexport interface ServerElicitRequest extends JSONRPCRequest { method: 'elicitation/create'; params: RequestParams; }\nexport interface ServerElicitResult extends Result { text: string; }",
    ),
    open: ['methods/elicitation/create', 'names/ServerRequest'],
    facts: [
      '+ elicitation/create: request serverElicit from server',
      '+ elicitation/create: params RequestParams',
      '+ elicitation/create: result ServerElicitResult',
    ],
  },
  {
    edit: 'two requests with one method become one whose params and results are unions',
    change: all(
      rename('CallToolRequestParams', 'CallByNameRequestParams'),
      within('CallToolRequest', 'params: CallByNameRequestParams', 'params: CallToolRequestParams'),
      append(
        'export type CallToolRequestParams = CallByNameRequestParams | CallByIdRequestParams;\nexport interface CallByIdRequestParams extends InputResponseRequestParams { id: string; }\nexport interface CallByIdResult extends Result { outcome: string; }',
      ),
      within('CallToolResultResponse', 'CallToolResult |', 'CallToolResult | CallByIdResult |'),
    ),
    open: ['methods/tools/call'],
    facts: ['+ tools/call: result CallByIdResult'],
  },
  {
    edit: 'a request with several methods',
    change: within('ListPromptsRequest', "method: 'prompts/list'", "method: 'prompts/list' | 'prompts/all'"),
    refused: {
      at: 'export interface ListPromptsRequest extends PaginatedRequest',
      message: /^ListPromptsRequest has no method of its own/,
      remedy: /^Declare "method: '\.\.\.'"\./,
    },
  },
  {
    edit: 'a message whose name does not end in Request',
    change: all(
      addMember('ClientRequest', 'PreviewCall'),
      append("export interface PreviewCall extends JSONRPCRequest { method: 'tools/preview'; params: RequestParams; }"),
    ),
    refused: {
      at: 'export interface PreviewCall extends JSONRPCRequest { method',
      message: /^PreviewCall is in ClientRequest, but its name is not that of a request/,
      remedy: /^Members of ClientRequest must be interfa/,
    },
  },
  {
    edit: 'a new request inside results',
    change: all(
      addMember('InputRequest', 'ChooseToolRequest'),
      addMember('InputResponse', 'ChooseToolResult'),
      append(
        "export interface ChooseToolRequest { method: 'tools/choose'; params: { names: string[] }; }\nexport interface ChooseToolResult { name: string; }",
      ),
    ),
    open: ['methods/tools/choose'],
    facts: [
      '+ tools/choose: embedded request chooseTool from server',
      '+ tools/choose: params ChooseToolRequestParams',
      '+ tools/choose: result ChooseToolResult',
    ],
  },
  {
    edit: 'a request is sent inside results no more',
    change: all(removeMember('InputRequest', 'ListRootsRequest'), removeMember('InputResponse', 'ListRootsResult')),
    open: ['ListRootsRequest (roots/list) has no sender'],
    lost: ['roots/list'],
    facts: [
      '- roots/list: embedded request listRoots from server',
      '- roots/list: params ListRootsRequestParams, optional',
      '- roots/list: result ListRootsResult',
      '- roots/list: capability roots',
    ],
  },
  {
    edit: 'a method is renamed',
    change: replace("method: 'tools/call'", "method: 'tools/run'"),
    open: ['methods/tools/run'],
    lost: ['tools/call'],
    facts: [
      '- tools/call: request callTool from client',
      '- tools/call: params CallToolRequestParams',
      '- tools/call: result CallToolResult',
      '- tools/call: result InputRequiredResult',
      '- tools/call: asks for input',
      '- tools/call: capability tools',
      '- header Mcp-Name of tools/call name',
      '+ tools/run: request callTool from client',
      '+ tools/run: params CallToolRequestParams',
      '+ tools/run: result CallToolResult',
      '+ tools/run: result InputRequiredResult',
      '+ tools/run: asks for input',
    ],
  },
  {
    edit: 'the method is a constant',
    change: all(
      append("export const CALL_TOOL = 'tools/call';"),
      replace("method: 'tools/call'", 'method: typeof CALL_TOOL'),
    ),
  },
  {
    edit: 'the params of a request become a union',
    change: all(
      append('export interface CallByIdRequestParams extends InputResponseRequestParams { id: string; }'),
      within(
        'CallToolRequest',
        'params: CallToolRequestParams',
        'params: CallToolRequestParams | CallByIdRequestParams',
      ),
    ),
    refused: {
      at: 'params: CallToolRequestParams | CallByIdRequestParams;',
      message: /^The params of CallToolRequest would be named CallToolRequestParams, wh/,
      remedy: /^Use CallToolRequestParams as the type of/,
    },
  },
  {
    edit: 'the params of a request become an intersection',
    change: within(
      'CallToolRequest',
      'params: CallToolRequestParams',
      'params: CallToolRequestParams & { priority?: string }',
    ),
    refused: {
      at: 'params: CallToolRequestParams & { priority?: string };',
      message: /^The params of CallToolRequest would be named CallToolRequestParams, wh/,
      remedy: /^Use CallToolRequestParams as the type of/,
    },
  },
  {
    edit: 'the params of a request are written in place',
    change: within(
      'GetPromptRequest',
      'params: GetPromptRequestParams',
      'params: { _meta: RequestMetaObject; name: string }',
    ),
    refused: {
      at: 'params: { _meta: RequestMetaObject; name: string };',
      message: /^The params of GetPromptRequest would be named GetPromptRequestParams, /,
      remedy: /^Use GetPromptRequestParams as the type o/,
    },
  },
  {
    edit: 'the params of a request become optional',
    change: within('GetPromptRequest', 'params: GetPromptRequestParams', 'params?: GetPromptRequestParams'),
    open: ['methods/prompts/get'],
    facts: ['- prompts/get: params GetPromptRequestParams', '+ prompts/get: params GetPromptRequestParams, optional'],
  },
  {
    edit: 'the params of a request become an array',
    change: within('GetPromptRequest', 'params: GetPromptRequestParams', 'params: string[]'),
    refused: {
      at: 'params: string[];',
      message: /^The params of GetPromptRequest are not an object/,
      remedy: /^Declare "params", or extend a type that /,
    },
  },
];
