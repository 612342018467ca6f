import { docComment, literal, pascalCase, propertyKey, type Scope } from '../compiler.js';

/** Starts the placeholder of a string of the server: an identifier that json-schema-to-typescript does not change. */
const TEXT = 'mg';
const TYPE = 'Mg';
/** Ends the placeholder of a type. json-schema-to-typescript appends numbers to the types of one definition. */
const END = 'X';

/** Comments, quoted placeholders, keys, and type names in the output of json-schema-to-typescript. */
const PLACEHOLDERS = /(?<comment>\/\*\*[^]*?\*\/)|"(?<quoted>mg\d+)"|\b(?<key>mg\d+)\b|\b(?<type>Mg\d+X\d*)\b/g;

/** Maximum characters of a name from a server. */
const MAX_NAME_LENGTH = 60;

/** Replaces strings of a server and type names by placeholders, and back. */
export class Placeholders {
  readonly #scope: Scope;
  readonly #texts: string[] = [];
  /** Type names by placeholder. */
  readonly #types = new Map<string, string>();

  /** @param scope the identifiers of the module */
  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Returns the placeholder of a string: a property name, a value, or a description. */
  text(text: string): string {
    return `${TEXT}${this.#texts.push(text) - 1}`;
  }

  /** Reserves a type name, and returns its placeholder. */
  type(preferred: string): string {
    const placeholder = `${TYPE}${this.#types.size}${END}`;
    this.#types.set(placeholder, this.#scope.claim(typeName(preferred)));
    return placeholder;
  }

  /** Returns the type name of a placeholder. Additional types of a definition get new names. */
  nameOf(placeholder: string): string {
    const known = this.#types.get(placeholder);
    if (known !== undefined) return known;
    const name = this.#scope.claim(this.#types.get(definitionNameOf(placeholder)) ?? TYPE);
    this.#types.set(placeholder, name);
    return name;
  }

  /** Replaces all placeholders in one pass: each by a literal, a key, a comment, or a name. */
  restore(written: string): string {
    return written.replace(PLACEHOLDERS, (...match) => {
      const { comment, quoted, key, type } = match.at(-1) as { readonly [part: string]: string | undefined };
      if (comment !== undefined) return this.#comment(comment);
      if (quoted !== undefined) return literal(this.#textOf(quoted)).text;
      if (key !== undefined) return propertyKey(this.#textOf(key)).text;
      return this.nameOf(type ?? '');
    });
  }

  /** Keeps descriptions and deprecations, and drops the remarks of json-schema-to-typescript. */
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

/** Returns the placeholder of the definition of a type. */
export function definitionNameOf(placeholder: string): string {
  return placeholder.slice(0, placeholder.indexOf(END) + 1);
}

/** Returns a name that begins with a letter: `GetSumInput` for `get-sum Input`. */
export function typeName(preferred: string): string {
  const words = preferred.slice(0, 4 * MAX_NAME_LENGTH);
  const name = pascalCase(words).slice(0, MAX_NAME_LENGTH);
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}
