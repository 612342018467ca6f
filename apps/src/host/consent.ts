/** What a host asks its user before a view may do it. */

import type { ContentBlock, EmbeddedResource, ResourceLink, Tool } from '@mcp-gen/protocol/author';

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

/** A file that a view wants to save. */
export interface DownloadedFile {
  /** A name without a path, and without characters that are hidden or change the direction of text. */
  readonly name: string;
  /** Its content, or a link to it on the web. */
  readonly content: EmbeddedResource | ResourceLink;
}

/** The view wants to save files. */
export interface DownloadConsentRequest {
  readonly kind: 'download';
  /** The files, under names that are safe to use. */
  readonly files: readonly DownloadedFile[];
}

/** The view wants to use the model. */
export interface SamplingConsentRequest {
  readonly kind: 'sampling';
  /** The params of `sampling/createMessage`. */
  readonly params: object;
}

/**
 * Returns whether the user allows it.
 *
 * @param signal aborted when the view no longer wants it, or is closed: take the question back then
 */
export type ViewConsent = (request: ViewConsentRequest, signal: AbortSignal) => boolean | Promise<boolean>;
