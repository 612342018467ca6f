// Draws the diagrams of the documents, which are Mermaid text in their Markdown, as SVG in the page: without a browser, and in the colors of
// the stylesheet. The text alternative is part of the text of a diagram: `accTitle` and `accDescr`.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { escapeHtml } from '../escapeHtml.mjs';
import { withPlainTags } from './svg.mjs';

/** The widest diagram that is readable on a phone, in pixels of its own size: beyond that, its letters would be too small. */
const PHONE_WIDTH = 400;

/** The space around a drawing, and the space that a sequence has around it. */
const MARGIN = 4;
const SEQUENCE_MARGIN = 30;

/** How much larger a diagram is shown where there is space: its letters have 11 pixels. */
const ZOOM = 1.15;

/** The pixels between the steps of a flow chart, and the width of a column of text: a wider chart has its steps closer together. */
const SPACING = { wide: 40, narrow: 26 };
const COLUMN_WIDTH = 700;

/** The text alternative of a diagram. */
const ALTERNATIVE = /^\s*acc(Title|Descr):\s*(.+)\n/gm;

/**
 * Draws a diagram.
 *
 * @param text Mermaid: a flow chart or a sequence. A flow chart from left to right becomes one from top to bottom on a phone
 * @param id for the elements of this diagram, unique in its page
 * @returns a figure as HTML
 * @throws {Error} for a diagram without `accTitle` and `accDescr`, or one that is too wide for a phone
 */
export function diagramHtml(text, id) {
  const { title, description } = alternativeOf(text);
  const plain = text.replaceAll(ALTERNATIVE, '');
  const isSideways = /^flowchart LR\b/.test(plain);
  const narrow = draw(isSideways ? plain.replace('LR', 'TD') : plain, `${id}-narrow`, title);
  if (narrow.width > PHONE_WIDTH)
    throw new Error(`The diagram "${title}" is ${narrow.width} pixels wide on a phone; at most ${PHONE_WIDTH}`);
  const drawings = isSideways
    ? `<div class="wide-only">${draw(plain, `${id}-wide`, title).svg}</div><div class="narrow-only">${narrow.svg}</div>`
    : narrow.svg;
  return `<figure class="diagram">
${drawings}
<figcaption><details><summary>${escapeHtml(title)}</summary><p>${escapeHtml(description)}</p></details></figcaption>
</figure>
`;
}

/** Returns what the text alternative of a diagram says, which the search finds. */
export function descriptionOf(text) {
  const { title, description } = alternativeOf(text);
  return `${title}. ${description}`;
}

function alternativeOf(text) {
  const parts = Object.fromEntries([...text.matchAll(ALTERNATIVE)].map(([, part, words]) => [part, words]));
  const { Title: title, Descr: description } = parts;
  if (title === undefined || description === undefined)
    throw new Error(`A diagram needs accTitle and accDescr: ${text.slice(0, 80)}`);
  return { title, description };
}

/** Returns an SVG without styles of its own, which the policy of the pages forbids, and its width. */
function draw(text, id, title) {
  const drawAt = (layerSpacing) => renderMermaidSVG(text, { padding: MARGIN, nodeSpacing: 20, layerSpacing });
  const spacious = drawAt(SPACING.wide);
  const drawn = widthOf(spacious) > COLUMN_WIDTH ? drawAt(SPACING.narrow) : spacious;
  const [, ...whole] = /<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn) ?? [];
  // A sequence has a margin that no option sets.
  const crop = text.startsWith('sequenceDiagram') ? SEQUENCE_MARGIN - MARGIN : 0;
  const size = whole.map((number) => Math.ceil(Number(number)) - 2 * crop);
  const root = `<svg viewBox="${crop} ${crop} ${size.join(' ')}" width="${Math.round(size[0] * ZOOM)}" role="img" aria-label="${escapeHtml(title)}">`;
  const svg = withPlainTags(drawn.replace(/<style>.*?<\/style>\n?/s, ''), id).replace(/<svg [^>]*>/, () => root);
  return { svg, width: size[0] };
}

function widthOf(svg) {
  return Number(/viewBox="0 0 ([\d.]+)/.exec(svg)?.[1]);
}
