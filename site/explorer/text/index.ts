/** The languages of the interface. A new language is a file beside `en.ts` and an entry here. */

import { en, type Texts } from './en.js';

/** A language, with its name in itself. */
export interface Language {
  readonly name: string;
  /** Loads its words. */
  readonly load: () => Promise<Texts>;
}

/** By the tag that pages state in `lang`. English comes first: it is the default. */
export const LANGUAGES: { readonly [tag: string]: Language } = {
  en: { name: 'English', load: () => Promise.resolve(en) },
};

export const DEFAULT_LANGUAGE = 'en';
export type { Texts };
