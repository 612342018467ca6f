/** Writes HTML safely: every string that is put into a piece of HTML is encoded. */

/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes HTML: `` html`<p>${text}</p>` ``. Strings are encoded; pieces and arrays of pieces are inserted as they are. */
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

/** Encodes a string for use between tags, or in a quoted attribute. */
export function encodeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function insert(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return encodeHtml(value);
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('\n');
}
