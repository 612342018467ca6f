/**
 * The page of a host: shows the views of apps.
 *
 * @module
 */

export type { AppRequestOptions, AppServer, AppToolResult } from './host/appServer.js';
export type {
  DownloadConsentRequest,
  DownloadedFile,
  LinkConsentRequest,
  MessageConsentRequest,
  SamplingConsentRequest,
  ToolConsentRequest,
  ViewConsent,
  ViewConsentRequest,
} from './host/consent.js';
export type { ShownViewLimits, ViewLimits } from './host/limits.js';
export { openView, type OpenedView, type OpenViewOptions } from './host/openView.js';
export { allowAttribute, contentSecurityPolicy, type ViewPolicy } from './host/policy.js';
export { windowPort, type Port, type WindowPortOptions } from './channel/port.js';
export { ViewSession } from './host/session.js';
export type { ViewAuditEntry, ViewServices, ViewSessionOptions } from './host/sessionOptions.js';
