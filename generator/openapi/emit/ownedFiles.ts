/** The files of a project that its owner keeps: written once, and never replaced after a change. */

import { code, Code, concat, docComment, identifier } from '../../print/code.js';
import type { GeneratedFile } from '../../targets/file.js';
import { renderTemplate } from '../../templates/render.js';
import { MOST_PAGES } from '../call.js';
import type { Credential } from '../credentials.js';
import { dataText } from '../../print/data.js';
import type { NamedTool, ToolModule } from './toolModules.js';

/** What the files say about the project. */
export interface OwnedData {
  /** The name of the package. */
  readonly name: string;
  /** The start of names of environment variables: `PETSTORE`. */
  readonly prefix: string;
  /** The scheme of the URIs of resources. */
  readonly scheme: string;
  /** Undefined if the document does not state it. */
  readonly baseUrl: string | undefined;
  readonly credentials: readonly Credential[];
  /** The supported revisions; empty for all. */
  readonly revisions: readonly string[];
}

/** The file that adds the tools of all modules to a server. */
export const SERVER_FILE = 'src/server.ts';
/** The file that adds credentials to requests. */
export const CREDENTIALS_FILE = 'src/api/credentials.ts';

const API_FILES = [
  'body',
  'client',
  'credentials',
  'multipart',
  'pages',
  'parameters',
  'request',
  'response',
  'send',
].map((name) => `src/api/${name}.ts`);
const OTHER_FILES = [SERVER_FILE, 'src/test/mock.ts', 'src/server.test.ts'];

/** Returns the files, not formatted. */
export function ownedFiles(data: OwnedData, modules: readonly ToolModule[]): readonly GeneratedFile[] {
  const values = {
    ...data,
    modules,
    baseUrl: dataText(data.baseUrl ?? '').text,
    isStated: data.baseUrl !== undefined,
    credentials: dataText(data.credentials).text,
    mostPages: MOST_PAGES,
  };
  return [
    ...[...API_FILES, ...OTHER_FILES].map((path) => ({ path, text: renderTemplate(`openapi/${path}.hbs`, values) })),
    ...modules.map((each) => ({ path: toolsPath(each), text: toolsText(each, data.scheme) })),
  ];
}

/** Returns the path of the file that adds the tools of a module. */
export function toolsPath({ file }: ToolModule): string {
  return `src/tools/${file}.ts`;
}

/** Returns the module whose tools a file adds; undefined for any other file. */
export function moduleAt(path: string): string | undefined {
  return /^src\/tools\/([^/]+)\.ts$/.exec(path)?.[1];
}

function toolsText({ tag, file, add, tools }: ToolModule, scheme: string): string {
  const about = docComment(`The tools of ${JSON.stringify(tag)}. This file is yours: change, add, or remove tools.`);
  const names = tools.map(({ constant }) => code`${identifier(constant)},`);
  const text = code`${about}
import type { Server } from '@mcp-gen/sdk';
import type { Api } from '../api/client.js';
import { ${names} } from ${`../generated/${file}.js`};

export function ${identifier(add)}(server: Server, api: Api): void {
${concat(
  tools.map((each) => registration(each, scheme)),
  '\n\n',
)}
}
`;
  return text.text;
}

/** Returns the lines that add a tool, and its resource. */
export function registration({ tool, constant }: NamedTool, scheme: string): Code {
  const name = identifier(constant);
  const method = new Code(tool.calls.length > 1 ? 'callOneOf' : 'call');
  const added = code`server.tool(${name}.name, ${name}.options, (args, context) => api.${method}(${name}, args, context));`;
  if (tool.resource === undefined) return added;
  const uri = `${scheme}://${tool.resource}`;
  const options = code`{ name: ${name}.name, description: ${name}.options.description }`;
  return code`${added}\nserver.resource(${uri}, ${options}, (_uri, context) => api.read(${name}.call, context));`;
}
