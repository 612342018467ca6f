import { parse as parseJsonc, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { readServers, type ServerConfigs } from './config.js';
import { ConfigError } from './hostErrors.js';
import { readTextFile } from './readTextFile.js';

/** Maximum bytes of a file. */
const SIZE_LIMIT = 1024 * 1024;

/** The keys that can contain the servers, in order of precedence. */
const KEYS = ['mcpServers', 'servers'];

/**
 * Reads the servers from a configuration file of a desktop host: a JSON object with the key `mcpServers`, or `servers` (VS Code). Comments
 * and trailing commas are allowed. Pass the result to the option `servers` of a host. Variables are not expanded yet, but checked to have
 * values.
 *
 * @example
 * ```ts
 * import { readConfig } from '@mcp-gen/sdk/host';
 *
 * // { "mcpServers": { "weather": { "command": "node", "args": ["weather.js"], "env": { "KEY": "${WEATHER_KEY}" } } } }
 * console.log(Object.keys(await readConfig('mcp.json'))); // [ 'weather' ]
 * ```
 * @throws {ConfigError} if the file cannot be read, has more than 1 MiB, is not JSON, or is invalid: with the location in the file, and the
 *   expected value.
 */
export async function readConfig(path: string): Promise<ServerConfigs> {
  const config = parse(await readTextFile(path, SIZE_LIMIT), path);
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
    throw new ConfigError([`${path}: invalid configuration: nested too deeply`], { cause });
  }
  const [error] = errors;
  if (error === undefined) return value;
  throw new ConfigError([`${path}:${placeOf(error, text)}: invalid JSON: ${describeFault(error, text)}`]);
}

function placeOf({ offset }: ParseError, text: string): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** Descriptions of lexical errors. */
const FAULTS: { readonly [code: string]: string } = {
  UnexpectedEndOfString: 'unterminated string',
  UnexpectedEndOfComment: 'unterminated comment',
  InvalidEscapeCharacter: 'invalid escape sequence in a string',
  InvalidUnicode: 'invalid escape sequence in a string',
  InvalidCharacter: 'control character in a string',
};

/** Describes the error without quoting the file, which may contain secrets. */
function describeFault({ error, offset }: ParseError, text: string): string {
  if (offset === text.length) return 'unexpected end of file';
  return FAULTS[printParseErrorCode(error)] ?? `unexpected ${JSON.stringify(text[offset])}`;
}
