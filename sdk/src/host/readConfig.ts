import { readFile } from 'node:fs/promises';
import { withoutComments } from './comments.js';
import { readServers, type ServerConfigs } from './config.js';
import { ConfigError } from './errors.js';

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
 * @throws {ConfigError} if the file cannot be read, is not JSON, or anything in it is wrong: with the place in the file, and what was
 *   expected there.
 */
export async function readConfig(path: string): Promise<ServerConfigs> {
  const config = parse(await read(path), path);
  const keys = (typeof config === 'object' && config !== null ? config : {}) as { readonly [key: string]: unknown };
  const key = KEYS.find((name) => keys[name] !== undefined);
  if (key === undefined) {
    throw new ConfigError([`${path}: expected an object with the key mcpServers: { "mcpServers": { ... } }`]);
  }
  readServers(keys[key], `${path}: ${key}`);
  return keys[key] as ServerConfigs;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ConfigError([`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`], { cause });
  }
}

function parse(text: string, path: string): unknown {
  const json = withoutComments(text.replace(/^\ufeff/, ''));
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new ConfigError([`${path}:${describeFault(json)}`], { cause });
  }
}

/** The place and what is wrong there. The error of the platform does not always know, and quotes what may be a secret. */
function describeFault(json: string): string {
  const before = longestBeginning(json);
  const lines = before.split('\n');
  const found =
    before.length === json.length ? 'it ends too early' : `unexpected ${JSON.stringify(json[before.length])}`;
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}: this is not JSON: ${found}`;
}

/** The longest part of a text, from its start, that JSON can begin with. */
function longestBeginning(text: string): string {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (beginsJson(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return text.slice(0, good);
}

/** Whether a text is JSON, or its only fault is to end too early. */
function beginsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return position === undefined ? message.startsWith('Unexpected end') : Number(position) === text.length;
  }
}
