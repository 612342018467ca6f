import { parse as parseJsonc, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { readServers, type ServerConfigs } from './config.js';
import { ConfigError } from './errors.js';
import { readText } from './readText.js';

/** The bytes that a file may have. */
const SIZE_LIMIT = 1024 * 1024;

/** Where servers stand, in the order in which the keys count. */
const KEYS = ['mcpServers', 'servers'];

/**
 * Reads the servers out of a configuration file of desktop hosts: a JSON object that has them under `mcpServers`, or under `servers` as
 * VS Code does; comments, and commas behind the last item, do no harm. They are what the option `servers` of a host takes; variables in them are not expanded
 * yet, but there are values for all of them.
 *
 * @example
 * ```ts
 * import { readConfig } from '@mcp-gen/sdk/host';
 *
 * // { "mcpServers": { "weather": { "command": "node", "args": ["weather.js"], "env": { "KEY": "${WEATHER_KEY}" } } } }
 * console.log(Object.keys(await readConfig('mcp.json'))); // [ 'weather' ]
 * ```
 * @throws {ConfigError} if the file cannot be read, has more than 1 MiB, is not JSON, or anything in it is wrong: with the place in the file, and what was
 *   expected there.
 */
export async function readConfig(path: string): Promise<ServerConfigs> {
  const config = parse(await readText(path, SIZE_LIMIT), path);
  const keys = (typeof config === 'object' && config !== null ? config : {}) as { readonly [key: string]: unknown };
  const key = KEYS.find((name) => keys[name] !== undefined);
  if (key === undefined) {
    throw new ConfigError([`${path}: expected an object with the key mcpServers: { "mcpServers": { ... } }`]);
  }
  readServers(keys[key], `${path}: ${key}`);
  return keys[key] as ServerConfigs;
}

function parse(text: string, path: string): unknown {
  const errors: ParseError[] = [];
  let value: unknown;
  try {
    value = parseJsonc(text, errors, { allowTrailingComma: true });
  } catch (cause) {
    throw new ConfigError([`${path}: this is not a configuration: it is nested too deeply`], { cause });
  }
  const [error] = errors;
  if (error === undefined) return value;
  throw new ConfigError([`${path}:${placeOf(error, text)}: this is not JSON: ${describeFault(error, text)}`]);
}

function placeOf({ offset }: ParseError, text: string): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** What is wrong with a text that is there. */
const FAULTS: { readonly [code: string]: string } = {
  UnexpectedEndOfString: 'a string does not end in its line',
  UnexpectedEndOfComment: 'a comment does not end',
  InvalidEscapeCharacter: 'a string has an invalid escape sequence',
  InvalidUnicode: 'a string has an invalid escape sequence',
  InvalidCharacter: 'a string has a control character',
};

/** What is wrong, without quoting what may be a secret. */
function describeFault({ error, offset }: ParseError, text: string): string {
  if (offset === text.length) return 'it ends too early';
  return FAULTS[printParseErrorCode(error)] ?? `unexpected ${JSON.stringify(text[offset])}`;
}
