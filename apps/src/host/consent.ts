/** What a host asks its user before a view may do it. */

import type { ContentBlock, Tool } from '@mcp-gen/protocol/author';

/** What a view wants to do. Texts are those of the view: show them as such. */
export type ViewConsentRequest =
  | { readonly kind: 'tool'; readonly tool: Tool; readonly arguments: object }
  | { readonly kind: 'link'; readonly url: URL }
  | { readonly kind: 'message'; readonly content: readonly ContentBlock[] }
  | { readonly kind: 'download'; readonly names: readonly string[] }
  | { readonly kind: 'sampling'; readonly params: object };

/** Returns whether the user allows it. */
export type ViewConsent = (request: ViewConsentRequest) => boolean | Promise<boolean>;
