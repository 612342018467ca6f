import type { GeneratedFile } from '../compile.js';
import { renderTemplate } from '../emit/templates/render.js';
import { formatFiles } from '../write/formatFiles.js';
import type { Dependencies } from './dependencies.js';
import type { ProjectFile } from './scaffoldProject.js';

/** The kinds of project that can be started. */
export type ProjectKind = 'server' | 'client';

/** What the author of a new project has chosen. */
export interface ProjectChoices {
  /** The name of the npm package, and of the program in the protocol. */
  readonly name: string;
  /** The revisions it speaks, newest first. At least one. */
  readonly revisions: readonly string[];
  /** How a server serves if nothing else is asked for when it starts. A client has no use for it. */
  readonly transport: TransportName;
}

/** The ways in which a server can be reached. */
export const TRANSPORTS = ['stdio', 'http'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

// From `templates/project`, the same in every kind.
const SHARED = ['package.json', 'tsconfig.json', '.gitignore', '.gitattributes'];

// From `templates/<kind>`.
const OWN: { readonly [Kind in ProjectKind]: readonly string[] } = {
  server: ['README.md', 'src/main.ts', 'src/server.ts', 'src/server.test.ts'],
  client: [
    'README.md',
    'src/main.ts',
    'src/client.ts',
    'src/describe.ts',
    'src/plain.ts',
    'src/client.test.ts',
    'src/test/server.ts',
  ],
};

/**
 * All files of a new project.
 *
 * @param protocol the generated code of the chosen revisions, formatted, in folders named by revision
 */
export async function projectFiles(
  kind: ProjectKind,
  { name, revisions, transport }: ProjectChoices,
  dependencies: Dependencies,
  protocol: readonly GeneratedFile[],
): Promise<ProjectFile[]> {
  const data = {
    kind,
    name,
    revisions: revisions.map((id) => ({ id, variable: `v${id.replaceAll(/\W/g, '_')}` })),
    several: revisions.length > 1,
    newest: revisions[0],
    transport,
    http: transport === 'http',
    runtime: dependencies.runtime,
    generator: dependencies.generator,
    vendored: dependencies.files.length > 0,
  };
  const render = (folder: string, path: string): GeneratedFile => ({
    path,
    text: renderTemplate(templatePath(folder, path), data),
  });
  const templated = [...SHARED.map((path) => render('project', path)), ...OWN[kind].map((path) => render(kind, path))];
  return [
    ...(await formatFiles(templated)).map(({ path, text }) => ({ path, content: text })),
    ...protocol.map(({ path, text }) => ({ path: `src/protocol/${path}`, content: text })),
    ...dependencies.files,
  ];
}

// The template of `.gitignore` is `gitignore.hbs`: npm leaves dot files of such names out of a package.
function templatePath(folder: string, path: string): string {
  return `${folder}/${path.replace(/^\./, '')}.hbs`;
}
