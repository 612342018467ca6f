import { docComment, literal, pascalCase, propertyKey, type Scope } from '../compiler.js';

/** What stands for text of a server while json-schema-to-typescript works: an identifier that it leaves as it is. */
const TEXT = 'mg';
const TYPE = 'Mg';
/** Ends the placeholder of a type: behind it, json-schema-to-typescript numbers the types that it makes of one definition. */
const END = 'X';

/** Comments, quoted placeholders, keys, and names of types, in what json-schema-to-typescript has written. */
const WRITTEN = /(?<comment>\/\*\*[^]*?\*\/)|"(?<quoted>mg\d+)"|\b(?<key>mg\d+)\b|\b(?<type>Mg\d+X\d*)\b/g;

/** The most characters that a name takes over from a server. */
const LONGEST_NAME = 60;

/** Texts of a server and names of types, and what stands for them. */
export class Placeholders {
  readonly #scope: Scope;
  readonly #texts: string[] = [];
  /** Names of types, by their placeholders. */
  readonly #types = new Map<string, string>();

  /** @param scope the names of the module */
  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Returns the placeholder of a text: a name of a property, a value, or a description. */
  text(text: string): string {
    return `${TEXT}${this.#texts.push(text) - 1}`;
  }

  /** Claims the name of a type, and returns its placeholder. */
  type(wish: string): string {
    const placeholder = `${TYPE}${this.#types.size}${END}`;
    this.#types.set(placeholder, this.#scope.claim(typeName(wish)));
    return placeholder;
  }

  /** Returns the name of a type, or claims it for another one of the same definition. */
  nameOf(placeholder: string): string {
    const known = this.#types.get(placeholder);
    if (known !== undefined) return known;
    const name = this.#scope.claim(this.#types.get(definitionOf(placeholder)) ?? TYPE);
    this.#types.set(placeholder, name);
    return name;
  }

  /** Puts texts and names in the place of their placeholders, in one pass: each as a literal, a key, a comment, or a name. */
  restore(written: string): string {
    return written.replace(WRITTEN, (...match) => {
      const { comment, quoted, key, type } = match.at(-1) as { readonly [part: string]: string | undefined };
      if (comment !== undefined) return this.#comment(comment);
      if (quoted !== undefined) return literal(this.#textOf(quoted)).text;
      if (key !== undefined) return propertyKey(this.#textOf(key)).text;
      return this.nameOf(type ?? '');
    });
  }

  /** Keeps the descriptions, and that something is deprecated: the rest is about json-schema-to-typescript. */
  #comment(comment: string): string {
    const texts = comment.match(/\bmg\d+\b/g) ?? [];
    const parts = [...new Set(texts)].map((placeholder) => this.#textOf(placeholder));
    if (comment.includes('@deprecated')) parts.push('@deprecated');
    return docComment(parts.join('\n\n'))?.text.trimEnd() ?? '';
  }

  #textOf(placeholder: string): string {
    return this.#texts[Number(placeholder.slice(TEXT.length))] ?? '';
  }
}

/** Returns the placeholder of the definition that a type was made of. */
export function definitionOf(placeholder: string): string {
  return placeholder.slice(0, placeholder.indexOf(END) + 1);
}

/** Returns a name that begins with a letter: `GetSumInput` for `get-sum Input`. */
export function typeName(wish: string): string {
  const words = wish.slice(0, 4 * LONGEST_NAME);
  const name = pascalCase(words).slice(0, LONGEST_NAME);
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}
