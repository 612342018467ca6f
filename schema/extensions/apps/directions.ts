/** Declares which side sends the messages of MCP Apps: the view is the client, the host the server. The schema does not say it. */

export type ClientRequest =
  | McpUiInitializeRequest
  | McpUiOpenLinkRequest
  | McpUiDownloadFileRequest
  | McpUiMessageRequest
  | McpUiUpdateModelContextRequest
  | McpUiRequestDisplayModeRequest;
export type ClientNotification =
  | McpUiInitializedNotification
  | McpUiSandboxProxyReadyNotification
  | McpUiSizeChangedNotification
  | McpUiRequestTeardownNotification;
export type ServerRequest = McpUiResourceTeardownRequest;
export type ServerNotification =
  | McpUiSandboxResourceReadyNotification
  | McpUiToolInputNotification
  | McpUiToolInputPartialNotification
  | McpUiToolResultNotification
  | McpUiToolCancelledNotification
  | McpUiHostContextChangedNotification;
