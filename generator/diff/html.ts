/** Pieces of HTML. A text put into one is encoded; there is no other way in. */

/** A piece of HTML, complete in itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes HTML: `` html`<p>${text}</p>` ``. Texts are encoded, pieces and lists of pieces set in as they are. */
export function html(strings: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const parts = strings.map((text, index) => {
    const value = values[index];
    return value === undefined ? text : text + insert(value);
  });
  return new Html(parts.join(''));
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for any place in a page where text may stand: between tags, or in an attribute between quotes. */
export function encodeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function insert(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return encodeHtml(value);
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('\n');
}
