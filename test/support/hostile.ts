/** Random malicious schemas: their texts and names are made of what ends comments, strings, blocks, and assumptions. */

import { Random } from '../../generator/cases/random.js';

/** What ends a comment, a string, a template or a line, and what means something to JavaScript, Python, or the generator. */
const PIECES: readonly string[] = [
  ...[
    '*/',
    '/*',
    '//',
    '`',
    '${process.exit(1)}',
    "'",
    '"',
    '\\',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\u2028',
    '\u2029',
    '\ufeff',
  ],
  ...[
    '\u001b[31m',
    '\u202e',
    '\ud800',
    '\u{1f600}',
    '</script>',
    '{{body}}',
    '{{{about}}}',
    '@ts-ignore',
    '$&',
    '%s',
    '#',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'then',
    '0',
    '1',
    '-1',
    '../../etc',
    'C:\\x',
    ' && ',
    '"""',
    ' === ',
    'true',
  ],
  ...['key', 'value', 'item', 'isA', 'isObject', 'length', 'import("x")', '); throw 1; (', '~', '~1', '%', 'a b', ''],
];

/** Names that a declaration may have in TypeScript, and that mean something else beside it. */
const NAMES: readonly string[] = [
  ...['keyof', 'infer', 'unique', 'readonly', 'asserts', 'intrinsic', 'type', 'of', 'as', 'from', 'async', 'get', 'is'],
  ...[
    'Object',
    'ObjectOrArray',
    'Array',
    'Number',
    'Promise',
    'Map',
    'Function',
    'Symbol',
    'Infinity',
    'NaN',
    'globalThis',
  ],
  ...[
    'Format',
    'Each',
    'Entries',
    'Length',
    'Issue',
    'Shape',
    'Caller',
    'HandlerContext',
    'RequestOptions',
    'Revision',
  ],
  ...[
    'MethodTable',
    'optional',
    'either',
    'under',
    'server',
    'client',
    'revision',
    'shapes',
    'explain',
    'DefinitionName',
  ],
  ...['ServerStub', 'ClientHandlers', 'isA', 'checkA', 'AArray', 'A0', 'AValue', 'AItem', 'toString', 'constructor'],
  ...['__proto__', 'hasOwnProperty', 'integer', 'value', 'params', 'require', 'exports', 'module', '$', '_', 'Größe'],
  ...[
    '\\u0041',
    'ARequestMessage',
    'ARequestParams',
    'arguments',
    'eval',
    'StringArray',
    'isStringArray',
    'explainShape',
  ],
];

/** What a property may be called without quotes. */
const KEYS: readonly string[] = ['kind', 'isA', 'isB', 'isObject', 'key', 'value', 'class', 'i', 'Number', '\\u0061b'];

/** What a message may be called in front of `Request` or `Notification`. */
const MESSAGES: readonly string[] = [
  ...[
    'Delete',
    'Constructor',
    'ToString',
    'Then',
    '_1',
    '$',
    '',
    'Get',
    'Set',
    'Static',
    'Await',
    'Arguments',
    'Async',
  ],
  ...[
    'Private',
    'Params',
    'Options',
    'Peer',
    'Value',
    'HasOwnProperty',
    '__proto__',
    'call_a',
    'CallA',
    'JSONRPC',
    'Function',
  ],
];

/** The texts that a random schema holds, as values. */
export interface HostileSchema {
  readonly text: string;
  /** Every text that the output may hold as a literal: literals, names of properties, values of constants, methods, formats. */
  readonly texts: ReadonlySet<string>;
}

/** A random schema. It is always valid TypeScript, but what it declares may be impossible. */
export function hostileSchema(seed: number): HostileSchema {
  return new Writer(new Random(seed * 7919 + 1)).schema();
}

/** A text of hostile pieces. */
export function hostileText(random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(PIECES)).join(random.pick(['', '', ' ']));
}

class Writer {
  readonly #random: Random;
  readonly #texts = new Set(['kind', 'a', 'b', 'method', 'params']);
  #interfaces: string[] = [];
  #types: string[] = [];
  /** The interfaces with an index signature. */
  readonly #open = new Set<string>();
  #constants: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  schema(): HostileSchema {
    const names = this.#names();
    const split = 2 + this.#random.below(3);
    this.#interfaces = names.slice(0, split);
    // An alias is known to others only after its declaration, so that none stands for itself.
    this.#types = [...this.#interfaces];
    this.#constants = names.slice(-2);
    const interfaces = this.#interfaces.map((name, index) => this.#interface(name, this.#interfaces.slice(0, index)));
    const aliases = names.slice(split, -2).map((name) => this.#alias(name));
    const constants = this.#constants.map(
      (name) => `${this.#docs()}export const ${name} = ${this.#random.chance(70) ? this.#literal() : this.#number()};`,
    );
    const parts = [...constants, ...interfaces, ...aliases, ...(this.#random.chance(70) ? this.#messages() : [])];
    return { text: parts.join('\n\n') + '\n', texts: this.#texts };
  }

  /** Mostly harmless, since one impossible name is enough for a refusal. */
  #names(): readonly string[] {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'X', 'Y'];
    for (let count = this.#random.below(3); count > 0; count--) {
      names[this.#random.below(names.length)] = this.#random.pick(NAMES);
    }
    return [...new Set(names)];
  }

  #messages(): readonly string[] {
    const ids = this.#random.chance(95) ? ['export type RequestId = string | number;'] : [];
    const parts: string[] = [];
    const unions = new Map<string, string[]>();
    for (const base of ['M', 'N', 'O']) {
      const name = this.#random.chance(12) ? this.#random.pick(MESSAGES) : base;
      const suffix = this.#random.chance(70) ? 'Request' : 'Notification';
      const params = this.#random.chance(80) ? `${name}Params` : this.#random.pick(this.#interfaces);
      if (params === `${name}Params`) parts.push(this.#interface(params, []));
      if (suffix === 'Request') parts.push(this.#interface(`${name}Result`, []));
      const optional = this.#random.chance(30) ? '?' : '';
      parts.push(
        `${this.#docs()}export interface ${name}${suffix} {\n  method: ${this.#literal(base)};\n  params${optional}: ${params};\n}`,
      );
      const union = this.#random.pick(['Client', 'Server']) + suffix;
      unions.set(union, [...(unions.get(union) ?? []), name + suffix]);
    }
    return [
      ...ids,
      ...parts,
      ...[...unions].map(([union, members]) => `export type ${union} = ${members.join(' | ')};`),
    ];
  }

  #interface(name: string, bases: readonly string[]): string {
    const base = bases.length > 0 && this.#random.chance(30) ? this.#random.pick(bases) : undefined;
    const extended = base === undefined ? '' : ` extends ${this.#base(base)}`;
    const object = this.#object(0);
    if (/^ {2}\[key: string\]/m.test(object) || this.#open.has(base ?? '')) this.#open.add(name);
    return `${this.#docs()}export interface ${name}${extended} ${object}`;
  }

  #base(name: string): string {
    // TypeScript does not distinguish the properties of a type with an index signature.
    if (this.#random.chance(60) || this.#open.has(name)) return name;
    return `${this.#random.pick(['Omit', 'Pick'])}<${name}, ${this.#literal()}>`;
  }

  #alias(name: string): string {
    const text = `${this.#docs()}export type ${name} = ${this.#type(0)};`;
    this.#types.push(name);
    return text;
  }

  #object(depth: number): string {
    const lines = Array.from({ length: this.#random.below(4) }, (_, index) => {
      const key = this.#random.chance(30) ? this.#literal() : this.#key(index);
      const type = this.#type(depth + 1);
      return `  ${this.#docs(type)}${key}${this.#random.chance(40) ? '?' : ''}: ${type};`;
    });
    if (this.#random.chance(20))
      lines.push(
        `  [key: string]: ${depth === 0 || lines.length > 0 || this.#random.chance(50) ? 'unknown' : this.#type(depth + 1)};`,
      );
    return `{\n${lines.join('\n')}\n}`;
  }

  #key(index: number): string {
    const key = this.#random.pick(KEYS) + this.#random.pick([String(index), '_'.repeat(index)]);
    this.#texts.add(key.replace('\\u0061', 'a'));
    return key;
  }

  #type(depth: number): string {
    const simple = depth > 3 || this.#random.chance(45);
    const kind = simple ? this.#random.below(6) : 6 + this.#random.below(6);
    switch (kind) {
      case 0:
        return this.#random.pick([
          'string',
          'number',
          'boolean',
          'null',
          'unknown',
          'object',
          'Record<string, unknown>',
        ]);
      case 1:
      case 2:
        return this.#literal();
      case 3:
        return this.#number();
      case 4:
        return this.#random.pick(this.#types);
      case 5:
        return this.#random.chance(50) ? `typeof ${this.#random.pick(this.#constants)}` : 'string';
      case 6:
        return `(${this.#type(depth + 1)})[]`;
      case 7:
        return this.#object(depth);
      case 8:
        return `{ kind: ${this.#literal()}; a: string } | { kind: ${this.#literal()}; b?: ${this.#type(depth + 1)} }`;
      case 9:
        return `(${this.#literal()} | ${this.#literal()} | ${this.#random.pick(['string', this.#number(), this.#literal()])})`;
      case 10:
        return `(${this.#random.pick(this.#interfaces)} & ${this.#object(depth + 1)})`;
      default:
        return `(${this.#type(depth + 1)} | ${this.#type(depth + 1)})`;
    }
  }

  /**
   * A string literal, in one of the ways that TypeScript has.
   *
   * @param end the end of the text: methods must differ by more than punctuation. Default: none
   */
  #literal(end: string = ''): string {
    const text = hostileText(this.#random) + end;
    this.#texts.add(text);
    const quoted = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
    if (this.#random.chance(60)) return quoted;
    return `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }

  #number(): string {
    return this.#random.pick(['0', '-1', '1e21', '0x10', '1_000', '0.5', '-0']);
  }

  /** A doc comment, which its text cannot end. */
  #docs(type = ''): string {
    const isLimited = type === 'string' || type === 'number';
    if (this.#random.chance(isLimited ? 20 : 50)) return '';
    const tag = this.#random.chance(isLimited ? 10 : 60) ? '' : `\n${this.#tag(type)}`;
    return `/** ${hostileText(this.#random) + tag}`.replaceAll('*/', '*\n * /') + '\n */\n';
  }

  /** A tag that says something about a type, or else a remark, or rarely a tag that is refused there. */
  #tag(type: string): string {
    if (type === 'string' && this.#random.chance(90))
      return `@format ${this.#random.pick(['uri', 'byte', 'uri-template', 'date-time'])}`;
    if (type === 'number' && this.#random.chance(90))
      return `@minimum ${this.#random.pick(['0', '-1', '0', '1e3', '0', '0', '0', '0; throw 1'])}`;
    const tag = this.#random.chance(95)
      ? this.#random.pick(['see', 'deprecated', 'default', 'ts-ignore', 'param'])
      : this.#random.pick(['format', 'TJS-type', '$ref', 'pattern', 'minLength']);
    return `@${tag} ${hostileText(this.#random)}`;
  }
}
