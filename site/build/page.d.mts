/** Returns a page as HTML. */
export function pageHtml(page: {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly headings?: readonly { readonly id: string; readonly text: string }[];
}): string;
