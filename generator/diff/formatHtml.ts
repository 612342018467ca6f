/** Formats a report as a self-contained HTML page. */

import { renderTemplate } from '../emit/templates/render.js';
import type { Report } from './compareProtocols.js';
import { html, type Html } from './html.js';
import {
  breakingReasons,
  LEGEND,
  sectionsOf,
  titleOf,
  totalsOf,
  unusedText,
  readersOf,
  type Entry,
  type Line,
  type Section,
} from './summary.js';

/** Returns the page. Its filter works without scripts. */
export function formatHtml(report: Report): string {
  const reasons = breakingReasons(report).map(
    ({ rule, reason }) =>
      html`<dt>${rule}</dt>
        <dd>${reason}</dd>`,
  );
  const why =
    reasons.length > 0
      ? [
          html`<section>
            <h2>Why it breaks</h2>
            <dl>${reasons}</dl>
          </section>`,
        ]
      : [];
  const about = [totalsOf(report), unusedText(report), report.equal ? '' : LEGEND];
  const body = html`<header>
      <h1>${titleOf(report)}</h1>
      <p>${about.filter((text) => text !== '').join(' ')}</p>
    </header>
    ${report.equal || report.for ? [] : [FILTER]}
    <main>${[...sectionsOf(report).map(sectionHtml), ...why]}</main>`;
  return renderTemplate('diff/page.html.hbs', { title: html`${titleOf(report)}`.text, body: body.text }).trimEnd();
}

const FILTER = html`<fieldset class="filter">
  <legend>Show</legend>
  <label><input type="radio" name="show" id="all" checked /> all changes</label>
  <label><input type="radio" name="show" id="breaking" /> breaking</label>
  <label><input type="radio" name="show" id="compatible" /> compatible</label>
</fieldset>`;

function sectionHtml({ title, entries }: Section): Html {
  return html`<section class="${marks(entries.flatMap(({ lines }) => lines))}">
    <h2>${title}</h2>
    ${entries.map(entryHtml)}
  </section>`;
}

function entryHtml({ names, about, lines }: Entry): Html {
  const title = [
    ...names.map((name) => html`<code>${name}</code>`),
    ...(about === undefined ? [] : [html`<small>${about}</small>`]),
  ];
  const heading = title.length > 0 ? [html`<h3>${title}</h3>`] : [];
  return html`<article class="${marks(lines)}">
    ${heading}
    <ul>
      ${lines.map(lineHtml)}
    </ul>
  </article>`;
}

function lineHtml(line: Line): Html {
  const { text, breaks, rule, advice } = line;
  const readers = breaks.length > 0 ? [html` <strong>breaks ${readersOf(line)}</strong>`] : [];
  const id = rule === undefined ? [] : [html` <small>${rule}</small>`];
  const source = advice?.source === undefined ? [] : [html` <small>${advice.source}</small>`];
  const todo = advice ? [html`<p>${advice.todo}${source}</p>`] : [];
  return html`<li class="${marks([line])}"><code>${text}</code>${readers}${id}${todo}</li>`;
}

/** Returns the CSS classes that the filter selects by. */
function marks(lines: readonly Line[]): string {
  const isBreaking = lines.some(({ breaks }) => breaks.length > 0);
  const isCompatible = lines.some(({ breaks }) => breaks.length === 0);
  return [...(isBreaking ? ['breaking'] : []), ...(isCompatible ? ['compatible'] : [])].join(' ');
}
