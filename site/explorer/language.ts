/** The language of the interface: it is remembered on this machine. */

import { h } from './dom.js';
import { DEFAULT_LANGUAGE, LANGUAGES, type Texts } from './text/index.js';
import { choice, labelled } from './views/parts.js';

const KEY = 'explorer-language';

/** Loads the words of the chosen language. */
export function chosenLanguage(): Promise<Texts> {
  const language = LANGUAGES[chosenTag()] ?? LANGUAGES[DEFAULT_LANGUAGE];
  if (!language) throw new Error('The default language is missing');
  return language.load();
}

/** A choice of the language; nothing if there is one only. */
export function languageChoice(text: Texts, onChange: () => void): HTMLElement | undefined {
  const tags = Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const);
  if (tags.length < 2) return undefined;
  const select = choice(tags, chosenTag(), (tag) => {
    localStorage.setItem(KEY, tag);
    markLanguage(tag);
    onChange();
  });
  markLanguage(chosenTag());
  return h('div', { class: 'language' }, labelled('language', text.language, select));
}

/** The stored language, or else the browser's. */
function chosenTag(): string {
  const stored = localStorage.getItem(KEY);
  const wanted = stored ?? navigator.language.split('-')[0] ?? DEFAULT_LANGUAGE;
  return Object.hasOwn(LANGUAGES, wanted) ? wanted : DEFAULT_LANGUAGE;
}

function markLanguage(tag: string): void {
  document.getElementById('content')?.setAttribute('lang', LANGUAGES[tag]?.tag ?? tag);
}
