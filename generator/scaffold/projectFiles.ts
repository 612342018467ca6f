import { escapeHidden, printable } from '../printable.js';
import type { GeneratedFile } from '../targets/file.js';
import { formatFiles } from '../write/formatFiles.js';
import type { Dependencies } from './dependencies.js';
import type { ProjectFile } from './scaffoldProject.js';
import { templateFiles, type AuthName, type ProjectKind, type TemplateName } from './templates.js';

/** What the author of a new project has chosen. */
export interface ProjectChoices {
  /** The name of the npm package, and of the program in the protocol. */
  readonly name: string;
  readonly template: TemplateName;
  /** The revisions it speaks, newest first. At least one. */
  readonly revisions: readonly string[];
  /** Whether it could speak more of them. */
  readonly restricted: boolean;
  /** Whether the newest of them has no sessions: protocol code is written in its types. */
  readonly stateless: boolean;
  /** How a server serves if nothing else is asked for when it starts. A client has no use for it. */
  readonly transport: TransportName;
  /** How requests over HTTP are authorized. Default: they are not. */
  readonly auth?: AuthName | undefined;
  /** Whether a server has a tool that runs as a task. Default false. */
  readonly tasks?: boolean | undefined;
}

/** A server that a client is made for, and the files that its bindings are in. */
export interface KnownServer {
  /** Its name in the lock file. */
  readonly name: string;
  /** The command line or the URL that reaches it. */
  readonly target: string;
  /** The class that is bound to it. */
  readonly className: string;
  /** The name of its module, without `.ts`. */
  readonly module: string;
  /** The module, and the lock file. */
  readonly files: readonly ProjectFile[];
}

/** The ways in which a server can be reached. */
export const TRANSPORTS = ['stdio', 'http'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/**
 * All files of a new project.
 *
 * @param protocol the generated code of the chosen revisions, formatted, in folders named by revision; empty on the sdk
 */
export async function projectFiles(
  kind: ProjectKind,
  { name, template, revisions, restricted, stateless, transport, auth, tasks }: ProjectChoices,
  { dependencies, development, files }: Dependencies,
  protocol: readonly GeneratedFile[],
  from?: KnownServer,
): Promise<ProjectFile[]> {
  const data = {
    kind,
    name,
    full: template === 'full',
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
    options: restricted || tasks,
    dependencies,
    development,
    // A package that is published cannot name files outside of it: it contains the packages that are in vendor/.
    vendored: dependencies.flatMap(({ name, spec }) => (spec.startsWith('file:') ? [name] : [])),
    from: from && describeServer(from),
  };
  const { renderTemplate } = await import('../templates/render.js');
  const templated = templateFiles(kind, from ? 'bound' : template, { auth, tasks }).map(({ path, template }) => ({
    path,
    text: renderTemplate(template, data),
  }));
  return [
    ...(await formatFiles(templated)).map(({ path, text }) => ({ path, content: text })),
    ...protocol.map(({ path, text }) => ({ path: `src/protocol/${path}`, content: text })),
    ...files,
    ...(from?.files ?? []),
  ];
}

/** Each value as the templates use it: in code, and in the script of a package.json. */
function describeServer({ name, target, className, module }: KnownServer): { readonly [value: string]: string } {
  const quoted = (text: string): string => `"${text.replaceAll(/["\\$`]/g, '\\$&')}"`;
  const script = `mcp-gen-bind --server ${quoted(name)} ${quoted(target)}`;
  return {
    className,
    module,
    server: escapeHidden(JSON.stringify(name)),
    target: escapeHidden(JSON.stringify(target)),
    script: escapeHidden(JSON.stringify(script)),
    shown: printable(name).replaceAll(/[\n\t]+/g, ' '),
  };
}
