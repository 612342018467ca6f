/** Runs the live example of the home page. What checks messages is loaded when the field is about to be used. */

import { fill } from '../explorer/dom.js';
import { linkTo } from '../explorer/state.js';
import { checkCurrent } from './checkCurrent.js';
import type { Checked } from './checkText.js';
import { LIVE_EXAMPLES, textOf } from './live.js';
import { toNodes } from './nodes.js';

const field = byId('live-message') as HTMLTextAreaElement;
const [lines, verdicts, link] = ['live-lines', 'live-verdicts', 'live-link'].map(byId) as [Element, Element, Element];

/** The link to the check of the explorer, without the message. */
const explorer = link.getAttribute('href')?.split('#', 1)[0] ?? '';

const load = async (): Promise<(text: string) => Promise<Checked>> => (await import('./checkText.js')).checkText;

for (const event of ['pointerenter', 'focus']) {
  // What fails here fails again, and is shown, when the field is used.
  field.addEventListener(event, () => void load().catch(() => undefined), { once: true });
}
field.addEventListener('input', () => void update());
field.addEventListener('scroll', () => {
  lines.scrollTop = field.scrollTop;
  lines.scrollLeft = field.scrollLeft;
});
for (const [at, button] of document.querySelectorAll('#live-examples button').entries()) {
  const example = LIVE_EXAMPLES[at];
  button.addEventListener('click', () => {
    if (!example) return;
    field.value = textOf(example);
    void update();
  });
}

async function update(): Promise<void> {
  link.setAttribute('href', explorer + linkTo({ view: 'check', message: field.value }));
  const outcome = await checkCurrent(
    () => field.value,
    async (text) => (await load())(text),
  );
  if (outcome === undefined) return;
  fill(verdicts, toNodes(outcome.items));
  fill(lines, toNodes(outcome.marked));
  document.getElementById('live')?.setAttribute('data-shown', outcome.text);
}

function byId(id: string): Element {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}`);
  return found;
}
