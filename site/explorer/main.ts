/** Starts the explorer: shows the state that the link addresses, whenever it changes. */

import { reasonOf } from '../reason.js';
import { AddressNotes } from './addressNotes.js';
import type { Context, ViewFunction } from './context.js';
import { load } from './data/load.js';
import { fill, h } from './dom.js';
import { chosenLanguage, languageChoice } from './language.js';
import { linkTo, stateOf, type State, type View } from './state.js';
import { link } from './views/parts.js';

/** The views, of which all but the first are loaded when they are needed. */
const LOADERS: { readonly [Name in View]: () => Promise<ViewFunction> } = {
  overview: async () => (await import('./views/overview.js')).overview,
  method: async () => (await import('./views/method.js')).method,
  type: async () => (await import('./views/type.js')).type,
  compare: async () => (await import('./views/compare.js')).compare,
  check: async () => (await import('./views/check.js')).check,
};

/** The views that the navigation has. */
const TABS = ['overview', 'compare', 'check'] as const;

const root = document.getElementById('explorer');
if (!root) throw new Error('The page has no element with the id explorer');
const [navigation, content] = [h('nav', { class: 'tabs' }), h('div', {})];
fill(root, navigation, content);

/** Counts what was shown, so that a view that was loaded too late is dropped. */
let shownCount = 0;

const notes = new AddressNotes((address) => {
  history.replaceState(undefined, '', address);
  markShown();
});
// What is followed, or left, keeps what was typed before.
for (const event of ['click', 'pagehide']) addEventListener(event, () => notes.flush(), { capture: true });
addEventListener('hashchange', () => {
  notes.drop();
  void show();
});
await show();
void warmUp();

async function show(): Promise<void> {
  const count = ++shownCount;
  const isCurrent = (): boolean => count === shownCount;
  const state = stateOf(location.hash);
  try {
    const text = await chosenLanguage();
    const [index, view] = await Promise.all([load('index'), LOADERS[state.view]()]);
    const nodes = await view({ state, index, text, isCurrent, go, note });
    if (!isCurrent()) return;
    const focused = document.activeElement?.id ?? '';
    navigation.setAttribute('aria-label', text.title);
    say('explorer-title', text.title);
    say('explorer-intro', text.intro);
    fill(
      navigation,
      TABS.map(tab),
      languageChoice(text, () => {
        notes.flush();
        void show();
      }),
    );
    fill(content, nodes);
    restoreFocus(focused);
    markShown();

    function tab(name: (typeof TABS)[number]): HTMLElement {
      const item = link({ view: name }, text.views[name]);
      if (name === state.view) item.setAttribute('aria-current', 'page');
      return item;
    }
  } catch (error) {
    if (!isCurrent()) return;
    const { failed } = await chosenLanguage();
    fill(content, h('p', { role: 'alert', class: 'bad' }, failed(reasonOf(error))));
  }
}

/** Restores the focus, since the focused element may have been re-created. After following a link, the page starts at its top. */
function restoreFocus(id: string): void {
  const same = id === '' ? null : document.getElementById(id);
  if (same) same.focus();
  else if (shownCount > 1) {
    const heading = content.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
    scrollTo(0, 0);
  }
}

function go(state: State): void {
  notes.flush();
  location.hash = linkTo(state);
}

function note(state: State): void {
  notes.note(linkTo(state));
}

/** Words that stand outside of what the explorer fills. */
function say(id: string, words: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = words;
}

/** Says which state is shown: what drives the page waits for it. */
function markShown(): void {
  root?.setAttribute('data-shown', location.hash || '#');
}

/** Loads the other views and the data that they need first, once the first view is shown: later clicks need not wait for the network. */
async function warmUp(): Promise<void> {
  const { revisions } = await load('index');
  const newest = revisions.at(-1)?.id ?? '';
  const views = Object.values(LOADERS).map((loadView) => loadView());
  const { loadRevision, REVISION_IDS } = await import('./check/engine.js');
  await Promise.allSettled([
    ...views,
    ...REVISION_IDS.map(loadRevision),
    load('steps'),
    load('methods', newest),
    load('types', newest),
  ]);
}

export type { Context };
