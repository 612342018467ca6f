/** The groups of the navigation. */
export const NAVIGATION: readonly {
  readonly title: string;
  /** The language of the group and of its pages. Default: English. */
  readonly lang?: string;
  /** `path` is that of the page in the site, `source` the file that it is made of. */
  readonly pages: readonly { readonly title: string; readonly path: string; readonly source?: string }[];
}[];

/** Returns the language of a page, by its path in the site. */
export function languageOf(path: string): string;
