/** The languages of the interface. A new language is a file beside `en.ts` and an entry here. */

import { en, type Texts } from './en.js';

/** A language, with its name in itself. */
export interface Language {
  readonly name: string;
  /** As pages state it in `lang`. */
  readonly tag: string;
  /** Loads its words. */
  readonly load: () => Promise<Texts>;
}

/** By the first part of their tags. English comes first: it is the default. */
export const LANGUAGES: { readonly [tag: string]: Language } = {
  en: { name: 'English', tag: 'en', load: () => Promise.resolve(en) },
  zh: { name: '简体中文', tag: 'zh-Hans', load: async () => (await import('./zh.js')).zh },
};

export const DEFAULT_LANGUAGE = 'en';
export type { Texts };
