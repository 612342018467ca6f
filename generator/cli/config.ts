/** Reads `mcp-gen.config.js` or `mcp-gen.config.json` of the working folder: defaults of command-line options. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { isFile } from '../isFile.js';
import { isRevisionName } from '../model/revisionName.js';
import type { LintSettings } from '../lint/settings.js';
import type { Extension } from '../read/extension.js';
import { isTarget, targetHint } from './findTarget.js';
import { UsageError } from './outcome.js';

/** The settings of a project. Paths are relative to the folder of the file. */
export interface Config {
  /** The schema folder. Default: `schema` if it has a `revisions.json`, else the schemas that come with mcp-gen. */
  readonly schema?: string;
  /** The folder that code is generated into. Default: `generated`. */
  readonly out?: string;
  /** The output language. Default: `typescript`. */
  readonly target?: string;
  /** The revisions to generate. Default: all of the schema folder. */
  readonly revisions?: readonly string[];
  /** The extensions to add to the schemas, each after those that it imports from. Default: none. */
  readonly extensions?: readonly Extension[];
  /** The severities of rules of `lint`, and the findings that are allowed, each with the reason. Default: none. */
  readonly lint?: LintSettings;
}

type Test = (value: unknown) => boolean;

const KEYS: { readonly [Key in keyof Required<Config>]: readonly [test: Test, what: string] } = {
  schema: [isPath, 'a folder'],
  out: [isPath, 'a folder'],
  target: [(value) => typeof value === 'string' && isTarget(value), `one of ${targetHint}`],
  revisions: [(value) => Array.isArray(value) && value.every(isRevisionName), 'an array of revisions'],
  extensions: [(value) => Array.isArray(value) && value.every(isExtension), 'an array of { file, revisions? }'],
  lint: [isLint, '{ rules?, allow? }, with the severities of rules, and the reasons of allowed findings'],
};

/** The options that commands read from a config, by the key of the config. */
const OPTIONS: { readonly [command: string]: { readonly [Key in keyof Config]?: string } } = {
  generate: { schema: 'schema', out: 'out', target: 'target', revisions: 'revisions', extensions: 'extension' },
  schema: { schema: 'schema', extensions: 'extension' },
  validate: { schema: 'schema', extensions: 'extension' },
  diff: { schema: 'schema', extensions: 'extension' },
  lint: { schema: 'schema', extensions: 'extension', lint: 'lint' },
  explain: { schema: 'schema', extensions: 'extension' },
  model: { schema: 'schema', extensions: 'extension' },
  adopt: { schema: 'schema' },
};

const FILES = ['mcp-gen.config.js', 'mcp-gen.config.mjs', 'mcp-gen.config.json'];

/**
 * Sets the options of a command that are not given on the command line.
 *
 * @throws {UsageError} if the config is invalid
 */
export async function applyConfig(command: Command): Promise<void> {
  const options = OPTIONS[command.name()];
  const config = options && (await readConfig());
  if (!config) return;
  for (const [key, option] of Object.entries(options)) {
    const value = config[key as keyof Config];
    const source = command.getOptionValueSource(option);
    if (value !== undefined && (source === undefined || source === 'default')) {
      command.setOptionValueWithSource(option, value, 'config');
    }
  }
}

/** Reads the config of the working folder, if there is one. */
async function readConfig(): Promise<Config | undefined> {
  const file = FILES.find(isFile);
  return file === undefined ? undefined : checkConfig(await load(file), file);
}

async function load(file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8')) as unknown;
    const module = (await import(pathToFileURL(resolve(file)).href)) as { readonly default?: unknown };
    return module.default;
  } catch (cause) {
    throw new UsageError(`Cannot read ${file}: ${(cause as Error).message}`, { cause });
  }
}

function checkConfig(value: unknown, file: string): Config {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${file} is not an object. Valid keys: ${Object.keys(KEYS).join(', ')}.`);
  }
  for (const [key, each] of Object.entries(value)) {
    const known = Object.hasOwn(KEYS, key) ? KEYS[key as keyof Config] : undefined;
    if (!known) throw new UsageError(`Unknown key "${key}" in ${file}. Valid keys: ${Object.keys(KEYS).join(', ')}.`);
    const [test, what] = known;
    if (!test(each)) throw new UsageError(`"${key}" in ${file} is not ${what}.`);
  }
  const { extensions = [] }: Config = value;
  const missing = extensions.find((extension) => !isFile(extension.file));
  if (missing) throw new UsageError(`File not found: ${missing.file}, which is an extension in ${file}.`);
  return value;
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isExtension(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { file, revisions, ...others } = value as { readonly [key: string]: unknown };
  const isList = revisions === undefined || (Array.isArray(revisions) && revisions.every(isRevisionName));
  return isPath(file) && isList && Object.keys(others).length === 0;
}

function isLint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { rules = {}, allow = {}, ...others } = value as { readonly [key: string]: unknown };
  const isTexts = (each: unknown): boolean =>
    typeof each === 'object' && each !== null && Object.values(each).every((text) => typeof text === 'string');
  return isTexts(rules) && isTexts(allow) && Object.keys(others).length === 0;
}
