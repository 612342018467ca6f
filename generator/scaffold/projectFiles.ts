import { escapeHidden } from '../printable.js';
import type { GeneratedFile } from '../targets/file.js';
import { formatFiles } from '../write/formatFiles.js';
import type { Dependencies } from './dependencies.js';
import type { ProjectFile } from './scaffoldProject.js';
import { templateFiles, type Additions, type ProjectKind, type TemplateName } from './templates.js';

/** The choices for a new project. */
export interface ProjectChoices extends Additions {
  /** The name of the npm package, and of the program in the protocol. */
  readonly name: string;
  readonly template: TemplateName;
  /** The supported revisions, newest first. At least one. */
  readonly revisions: readonly string[];
  /** Whether mcp-gen has further revisions that it could support. */
  readonly restricted: boolean;
  /** Whether the newest of them is stateless. Protocol code uses its types. */
  readonly stateless: boolean;
  /** The default transport of a server. Not used for clients. */
  readonly transport: TransportName;
}

/** A server that a client is bound to, and the files of its bindings. */
export interface KnownServer {
  /** Its name in the lock file, and that of its module, without `.ts`: a plain file name. */
  readonly name: string;
  /** The command line or the URL that reaches it. */
  readonly target: string;
  /** The name of the class of its bindings. */
  readonly className: string;
  /** The module, and the lock file. */
  readonly files: readonly ProjectFile[];
}

/** An HTTP API that a server calls, and the files for it. */
export interface KnownApi {
  /** The path or URL of its OpenAPI document. */
  readonly document: string;
  /** The start of the names of environment variables. */
  readonly prefix: string;
  /** Undefined if the document does not state it. */
  readonly baseUrl: string | undefined;
  readonly credentials: readonly {
    readonly variable: string;
    readonly header: string;
    readonly kind: string;
    readonly name: string;
  }[];
  readonly files: readonly ProjectFile[];
}

/** The ways in which a server can be reached. */
export const TRANSPORTS = ['stdio', 'http'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/**
 * Returns the files of a new project.
 *
 * @param protocol the formatted generated code of the chosen revisions, in folders named by revision; empty for projects on the SDK
 */
export async function projectFiles(
  kind: ProjectKind,
  { name, template, revisions, restricted, stateless, transport, auth, tasks, deploy }: ProjectChoices,
  { dependencies, development, files }: Dependencies,
  protocol: readonly GeneratedFile[],
  from?: KnownServer | KnownApi,
): Promise<ProjectFile[]> {
  const server = from !== undefined && 'className' in from ? from : undefined;
  const api = from !== undefined && 'prefix' in from ? from : undefined;
  const data = {
    kind,
    name,
    full: template === 'full',
    app: template === 'app',
    protocol: template === 'protocol',
    revisions: revisions.map((id) => ({ id, variable: `v${id.replaceAll(/\W/g, '_')}` })),
    several: revisions.length > 1,
    restricted,
    newest: revisions[0],
    stateless,
    transport,
    http: transport === 'http',
    auth,
    delegated: auth === 'delegated',
    guarded: auth === 'introspection' || auth === 'jwt',
    introspection: auth === 'introspection',
    jwt: auth === 'jwt',
    tasks,
    docker: deploy === 'docker',
    worker: deploy === 'worker',
    workerName: name.replace(/^@[^/]*\//, '').replaceAll(/[^a-z0-9-]/g, '-'),
    options: restricted || tasks,
    dependencies,
    development,
    // A published package cannot refer to files outside of it, so it contains the packages in vendor/.
    vendored: dependencies.flatMap(({ name, spec }) => (spec.startsWith('file:') ? [name] : [])),
    from: server && describeServer(server),
    ...(api && describeApi(api)),
  };
  const { renderTemplate } = await import('../templates/render.js');
  const templated = templateFiles(kind, server ? 'bound' : api ? 'api' : template, { auth, tasks, deploy }).map(
    ({ path, template }) => ({
      path,
      text: renderTemplate(template, data),
    }),
  );
  return [
    ...(await formatFiles(templated)).map(({ path, text }) => ({ path, content: text })),
    ...protocol.map(({ path, text }) => ({ path: `src/protocol/${path}`, content: text })),
    ...files,
    ...(from?.files ?? []),
  ];
}

/** Returns the values for the templates, safe in a table of Markdown. */
function describeApi({ document, prefix, baseUrl, credentials }: KnownApi) {
  const plain = (text: string): string => escapeHidden(text).replaceAll(/[`|\n]/g, ' ');
  return {
    document: plain(document),
    prefix,
    baseUrl: baseUrl === undefined ? '' : plain(baseUrl),
    credentialTexts: credentials.map(({ variable, header, kind, name }) => ({
      variable,
      header,
      text: credentialText(kind, plain(name)),
    })),
  };
}

function credentialText(kind: string, name: string): string {
  if (kind === 'bearer') return 'a token of the API';
  return kind === 'basic'
    ? 'a user and a password of the API: `user:password`'
    : `a key of the API, sent as the ${kind} ${name}`;
}

/** Returns the values for the templates, escaped for code and for the scripts of a package.json. */
function describeServer({ name, target, className }: KnownServer): { readonly [value: string]: string } {
  const script = `mcp-gen-bind --server "${name}" "${target.replaceAll(/["\\$`]/g, '\\$&')}"`;
  return {
    name,
    className,
    target: escapeHidden(JSON.stringify(target)),
    script: escapeHidden(JSON.stringify(script)),
  };
}
