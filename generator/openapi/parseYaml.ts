/** Parses YAML. No other module imports yaml. */

import type * as yaml from 'yaml';
import { InputError } from '../problems.js';

/** The maximum number of tokens, as the lexer counts them. Each may take 500 bytes of memory. */
const MAX_TOKENS = 3_000_000;
/** The maximum number of times that aliases may expand to others. */
const MAX_ALIASES = 1_000;

type Yaml = Pick<typeof yaml, 'Lexer' | 'isScalar' | 'parseDocument' | 'visit'>;

/** What is wrong, and where: an offset in the text. */
class YamlProblem extends Error {
  readonly offset: number | undefined;

  constructor(message: string, offset: number | undefined) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Parses YAML.
 *
 * @param name the file or URL, for messages
 * @throws {InputError} if it is invalid, or has too many tokens
 */
export async function parseYaml(text: string, name: string): Promise<unknown> {
  const parser = await import('yaml');
  checkTokens(parser, text, name);
  try {
    return readDocument(parser, text).toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (error) {
    const { message, offset } = error as Partial<YamlProblem>;
    throw new InputError(`${name} is not valid YAML: ${message}${offset === undefined ? '' : placeAt(text, offset)}.`);
  }
}

/** Counts before anything is kept: the lexer needs no memory of its own. */
function checkTokens({ Lexer }: Yaml, text: string, name: string): void {
  const tokens = new Lexer().lex(text);
  for (let count = 0; tokens.next().done !== true; count++) {
    if (count < MAX_TOKENS) continue;
    throw new InputError(`${name} has more than ${MAX_TOKENS} YAML tokens. JSON takes less memory: convert it.`);
  }
}

/** @throws {YamlProblem} if it is invalid */
function readDocument(parser: Yaml, text: string): yaml.Document.Parsed {
  const { stackTraceLimit } = Error;
  // The parser makes an error of each token that it does not expect.
  Error.stackTraceLimit = 0;
  try {
    // It quotes lines in errors, and compares each key with all others, which takes long for many.
    const document = parser.parseDocument(text, { logLevel: 'error', prettyErrors: false, uniqueKeys: false });
    const [error] = document.errors;
    if (error !== undefined) throw new YamlProblem(error.message, error.pos[0]);
    checkKeys(parser, document);
    return document;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function checkKeys({ visit, isScalar }: Yaml, document: yaml.Document.Parsed): void {
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) throw new YamlProblem('Map keys must be unique', key.range?.[0]);
        known.add(key.value);
      }
    },
  });
}

/** Names the line and the column of an offset. */
function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return ` at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
