/** The options of the preview. */

import { count, recordOf, OBJECT, type OptionTable } from '@mcp-gen/runtime/options';

/** Options of `servePreview`. */
export interface PreviewOptions {
  /** The port of the page. Default 0: a free one. */
  readonly port?: number | undefined;
  /** The arguments to call a tool with at first, by its name. Default: none. The first of these tools is called when the page opens. */
  readonly arguments?: { readonly [tool: string]: object } | undefined;
}

export const PREVIEW_OPTIONS: OptionTable<PreviewOptions> = {
  port: count(0, 0),
  arguments: recordOf('arguments', OBJECT),
};
