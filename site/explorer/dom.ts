/** Makes elements. Text is never read as HTML. */

import { codeParts } from '../codeParts.js';

/** What an element can contain. */
export type Content = Node | string | false | undefined | readonly Content[];

/** Attributes of an element; `on` has listeners by event. A value that is false or undefined leaves an attribute out. */
export interface Attributes {
  readonly on?: { readonly [event: string]: (event: Event) => void };
  readonly [name: string]: string | number | boolean | undefined | object;
}

/** Makes an element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'object' || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [event, listener] of Object.entries(attributes.on ?? {})) element.addEventListener(event, listener);
  add(element, content);
  return element;
}

/** Puts content into an element, in the place of what it has. */
export function fill(element: Element, ...content: readonly Content[]): void {
  element.replaceChildren();
  add(element, content);
}

function add(element: Element, content: Content): void {
  if (content === false || content === undefined) return;
  if (typeof content === 'string' || content instanceof Node) element.append(content);
  else for (const each of content) add(element, each);
}

/** Makes text of a doc comment: paragraphs, with code between backticks. */
export function prose(text: string): Content {
  return text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => h('p', {}, inline(paragraph)));
}

/** Makes one line of text, with code between backticks. */
export function inline(text: string): Content {
  return codeParts(text).map((part) => (part.isCode ? h('code', {}, part.text) : part.text));
}
