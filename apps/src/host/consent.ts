/** What a host asks its user before a view may do it. */

import type { ContentBlock, Tool } from '@mcp-gen/protocol/author';

/** What a view wants to do. Texts are those of the view: show them as such. */
export type ViewConsentRequest =
  | ToolConsentRequest
  | LinkConsentRequest
  | MessageConsentRequest
  | DownloadConsentRequest
  | SamplingConsentRequest;

/** The view wants to call a tool of its server. */
export interface ToolConsentRequest {
  readonly kind: 'tool';
  /** The tool, as its server lists it. */
  readonly tool: Tool;
  /** What the view passes to it. */
  readonly arguments: object;
}

/** The view wants to open a page. */
export interface LinkConsentRequest {
  readonly kind: 'link';
  /** The page, of the web: show its host. */
  readonly url: URL;
}

/** The view wants to say something in the name of the user. */
export interface MessageConsentRequest {
  readonly kind: 'message';
  /** What it wants to say. */
  readonly content: readonly ContentBlock[];
}

/** The view wants to save files. */
export interface DownloadConsentRequest {
  readonly kind: 'download';
  /** The names of the files. */
  readonly names: readonly string[];
}

/** The view wants to use the model. */
export interface SamplingConsentRequest {
  readonly kind: 'sampling';
  /** The params of `sampling/createMessage`. */
  readonly params: object;
}

/** Returns whether the user allows it. */
export type ViewConsent = (request: ViewConsentRequest) => boolean | Promise<boolean>;
