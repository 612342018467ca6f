import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { apiProject, newProjectFiles, type ApiProject } from '../openapi/apiProject.js';
import { newSettings } from '../openapi/toolSettings.js';
import { tokensOf } from '../openapi/tokens.js';
import { publicName } from '../openapi/loadDocument.js';
import { openApi } from '../openapi/toolSet.js';
import { describeGaps } from './describeGaps.js';
import type { KnownApi, ProjectChoices } from '../scaffold/projectFiles.js';
import { chooseOperations } from './chooseOperations.js';
import { printable } from '../printable.js';
import { count } from './phrases.js';
import type { Terminal } from './terminal.js';

/** The options of a server that calls an API. */
export interface ApiOptions {
  readonly from?: string;
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly method?: readonly string[];
  readonly all?: boolean;
  readonly allowRefs?: readonly string[];
}

/** An API for a project, and what the user reads about it. */
export interface ScaffoldedApi {
  readonly api: KnownApi;
  readonly report: readonly string[];
  readonly json: object;
}

/** Makes the files of a server whose tools call an API. */
export async function scaffoldApi(
  from: string,
  folder: string,
  { tag, path, method, all, allowRefs = [] }: ApiOptions,
  choices: ProjectChoices,
  terminal: Terminal,
): Promise<ScaffoldedApi> {
  terminal.progress?.step(`Reading ${publicName(from)}`);
  const api = await openApi({ from, allowed: allowRefs.flatMap((each) => [each, resolve(each)]) });
  terminal.progress?.end();
  const operations = await chooseOperations(api, { tags: tag, paths: path, methods: method }, all === true, terminal);
  const settings = newSettings(
    documentPath(from, folder),
    allowRefs.flatMap((each) => placesOf(each, folder)),
    operations,
  );
  terminal.progress?.step('Making tools');
  const { name, revisions, restricted } = choices;
  const project = await apiProject(api, settings, { name, ...(restricted && { revisions }) });
  const { prefix, baseUrl, credentials, toolSet } = project;
  return {
    api: { document: settings.document, prefix, baseUrl, credentials, files: newProjectFiles(project, settings) },
    report: [describeTools(project), describeTarget(project), ...describeSource(from), ...describeGaps(toolSet.gaps)],
    json: { tools: toolSet.tools.map((tool) => ({ name: tool.name, tokens: tokensOf(tool) })), gaps: toolSet.gaps },
  };
}

/** A name with dots, like that of a host. */
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;

/** A folder is a path from the project. If it looks like a host, it may be meant as one, too. */
function placesOf(allowed: string, folder: string): readonly string[] {
  if (!existsSync(allowed)) return [allowed];
  const path = documentPath(allowed, folder);
  return HOST.test(allowed) ? [allowed, path] : [path];
}

/** Returns a path as the project has it: relative, with forward slashes. URLs stay as they are. */
function documentPath(path: string, folder: string): string {
  if (isUrl(path)) return publicName(path);
  const inner = relative(resolve(folder), resolve(path)).replaceAll(sep, '/');
  return inner === '' ? '.' : inner;
}

function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** Says what is not written of a URL, since files are shared. */
function describeSource(from: string): readonly string[] {
  if (!isUrl(from) || !URL.canParse(from) || publicName(from) === new URL(from).href) return [];
  return [
    'The user and the query of the URL of the document are not written to files. If it needs them, update with --from and the whole URL.',
  ];
}

/** Says where credentials go, since the document decides that. */
function describeTarget({ baseUrl, prefix, credentials }: ApiProject): string {
  const variables = credentials.map(({ variable }) => variable).join(', ');
  const place = baseUrl ?? `the URL of ${prefix}_URL (the document states none)`;
  return printable(`Calls ${place}${variables === '' ? '' : ` with the credentials of ${variables}`}.`);
}

function describeTools({ toolSet: { tools } }: ApiProject): string {
  const tokens = tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
  return `${count(tools.length, 'tool')}, about ${tokens} tokens in the context of a model. openapi.json lists them.`;
}
