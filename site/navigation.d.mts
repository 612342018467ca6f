/** The groups of the navigation. */
export const NAVIGATION: readonly {
  readonly title: string;
  /** `path` is that of the page in the site, `source` the file that it is made of. */
  readonly pages: readonly { readonly title: string; readonly path: string; readonly source?: string }[];
}[];
