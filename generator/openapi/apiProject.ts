/** The files of a project for an API. */

import type { ProjectFile } from '../scaffold/scaffoldProject.js';
import { formatFiles } from '../write/formatFiles.js';
import { credentialsOf, type Credential } from './credentials.js';
import { generatedFiles } from './emit/generatedFiles.js';
import { modulesOf, type ToolModule } from './emit/toolModules.js';
import { ownedFiles } from './emit/ownedFiles.js';
import { examplesOf } from './examples.js';
import { digestOfText, LOCK_FILE, lockText, type Lock, type LockedProject } from './lock.js';
import { serverUrl } from './serverUrl.js';
import { SETTINGS_FILE, settingsText, type Settings } from './toolSettings.js';
import { snakeCase } from './toolNames.js';
import { makeTools, type Api, type ToolSet } from './toolSet.js';

/** The files for an API in a project. */
export interface ApiProject {
  readonly options: LockedProject;
  readonly toolSet: ToolSet;
  /** All operations of the document. */
  readonly operations: readonly string[];
  readonly modules: readonly ToolModule[];
  readonly credentials: readonly Credential[];
  /** The start of the names of environment variables. */
  readonly prefix: string;
  /** Undefined if the document does not state it. */
  readonly baseUrl: string | undefined;
  /** The scheme of the URIs of resources. */
  readonly scheme: string;
  /** Those that the generator replaces. */
  readonly generated: readonly ProjectFile[];
  /** Those that the owner keeps. */
  readonly owned: readonly { readonly path: string; readonly content: string }[];
}

/** Makes the tools of a project, and its files, formatted. */
export async function apiProject(api: Api, settings: Settings, options: LockedProject): Promise<ApiProject> {
  const prefix = snakeCase(options.name.replace(/^@[^/]*\//, '')).toUpperCase();
  const scheme = prefix.toLowerCase().replaceAll('_', '-');
  const baseUrl = serverUrl(api.document, prefix, api.gaps);
  const credentials = credentialsOf(api.document, prefix, api.references, api.gaps);
  const toolSet = makeTools(api, settings);
  const modules = modulesOf(toolSet.tools);
  const examples = toolSet.tools.flatMap((tool) => examplesOf(tool, api));
  const generated = await formatFiles(generatedFiles(settings.document, modules, examples));
  const owned = await formatFiles(
    ownedFiles({ ...options, revisions: options.revisions ?? [], prefix, scheme, baseUrl, credentials }, modules),
  );
  return {
    options,
    operations: api.operations.map(({ key }) => key),
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
export function newProjectFiles(project: ApiProject, settings: Settings): readonly ProjectFile[] {
  const { generated, owned } = project;
  const written = Object.fromEntries(owned.map(({ path, content }) => [path, digestOfText(content)]));
  return [
    { path: SETTINGS_FILE, content: settingsText(settings) },
    { path: LOCK_FILE, content: lockOf(project, written) },
    ...generated,
    ...owned,
  ];
}

/** Returns the text of the record of a project. */
export function lockOf(
  { toolSet, operations, options, baseUrl, credentials }: ApiProject,
  written: Lock['written'],
): string {
  return lockText(toolSet.tools, { written, operations, project: options, api: { baseUrl, credentials } });
}
