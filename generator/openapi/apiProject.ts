/** The files of a project for an API. */

import type { ProjectFile } from '../scaffold/scaffoldProject.js';
import { formatFiles } from '../write/formatFiles.js';
import { credentialsOf, type Credential } from './credentials.js';
import { generatedFiles } from './emit/generatedFiles.js';
import { modulesOf, type ToolModule } from './emit/modules.js';
import { ownedFiles } from './emit/ownedFiles.js';
import { examplesOf } from './examples.js';
import { digestOfText, LOCK_FILE, lockText } from './lock.js';
import { serverUrl } from './serverUrl.js';
import { SETTINGS_FILE, settingsText, type Settings } from './settings.js';
import { snakeCase } from './toolNames.js';
import { makeTools, type Api, type ToolSet } from './toolSet.js';

/** What a project is called, and which revisions it supports. */
export interface ApiProjectOptions {
  /** The name of the package. */
  readonly name: string;
  /** The supported revisions. */
  readonly revisions: readonly { readonly id: string }[];
  /** Whether mcp-gen has others. */
  readonly restricted: boolean;
}

/** The files for an API in a project. */
export interface ApiProject {
  readonly toolSet: ToolSet;
  readonly modules: readonly ToolModule[];
  readonly credentials: readonly Credential[];
  /** The start of the names of environment variables. */
  readonly prefix: string;
  readonly baseUrl: string;
  /** The scheme of the URIs of resources. */
  readonly scheme: string;
  /** Those that the generator replaces. */
  readonly generated: readonly ProjectFile[];
  /** Those that the owner keeps. */
  readonly owned: readonly { readonly path: string; readonly content: string }[];
}

/** Makes the tools of a project, and its files, formatted. */
export async function apiProject(api: Api, settings: Settings, options: ApiProjectOptions): Promise<ApiProject> {
  const prefix = snakeCase(options.name.replace(/^@[^/]*\//, '')).toUpperCase();
  const scheme = prefix.toLowerCase().replaceAll('_', '-');
  const baseUrl = serverUrl(api.document);
  const credentials = credentialsOf(api.document, prefix, api.references, api.gaps);
  const toolSet = makeTools(api, settings);
  const modules = modulesOf(toolSet.tools);
  const examples = [];
  for (const tool of toolSet.tools) examples.push(...(await examplesOf(tool, api.references)));
  const generated = await formatFiles(generatedFiles(settings.document, modules, examples));
  const owned = await formatFiles(ownedFiles({ ...options, prefix, scheme, baseUrl, credentials }, modules));
  return {
    toolSet: { ...toolSet, gaps: api.gaps.all },
    modules,
    credentials,
    prefix,
    baseUrl,
    scheme,
    generated: generated.map(({ path, text }) => ({ path, content: text })),
    owned: owned.map(({ path, text }) => ({ path, content: text })),
  };
}

/** Returns all files of a new project, with the choices of its owner and the record of what was written. */
export function newProjectFiles({ toolSet, generated, owned }: ApiProject, settings: Settings): readonly ProjectFile[] {
  const written = Object.fromEntries(owned.map(({ path, content }) => [path, digestOfText(content)]));
  return [
    { path: SETTINGS_FILE, content: settingsText(settings) },
    { path: LOCK_FILE, content: lockText(toolSet.tools, written) },
    ...generated,
    ...owned,
  ];
}
