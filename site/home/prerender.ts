/** Makes the live example of the home page as it is before anything is loaded: the build calls it. */

import { linkTo } from '../explorer/state.js';
import { checkText } from './checkText.js';
import { LIVE_EXAMPLES, markedLines, textOf, verdictItems } from './live.js';
import { element, toHtml } from './tree.js';

/** Returns the live example as HTML. */
export async function prerender(explorer: string): Promise<string> {
  const [first] = LIVE_EXAMPLES;
  if (!first) throw new Error('The home page needs an example');
  const text = textOf(first);
  const checked = await checkText(text);
  const rows = String(text.split('\n').length);
  const examples = LIVE_EXAMPLES.map(({ name }) => element('button', { type: 'button' }, name));
  const field = { id: 'live-message', rows, wrap: 'off', spellcheck: 'false', autocomplete: 'off' };
  const link = { id: 'live-link', href: explorer + linkTo({ view: 'check', message: text }) };
  return toHtml([
    element(
      'div',
      { class: 'live', id: 'live' },
      element(
        'div',
        {},
        element('p', { id: 'live-examples', role: 'group', 'aria-label': 'Examples' }, ...examples),
        element('label', { for: 'live-message' }, 'A message of MCP, to change as you like'),
        element(
          'div',
          { class: 'editor' },
          element('pre', { id: 'live-lines', 'aria-hidden': 'true' }, ...markedLines(text, checked)),
          element('textarea', field, text),
        ),
      ),
      element(
        'div',
        { role: 'status' },
        element('ol', { id: 'live-verdicts', 'aria-label': 'What each revision says' }, ...verdictItems(checked)),
        element(
          'p',
          { class: 'hint' },
          'Checked in this page by the generated validators: nothing is sent. ',
          element('a', link, 'Open in the explorer'),
          ' to convert it, or to share it as a link.',
        ),
      ),
    ),
  ]);
}
