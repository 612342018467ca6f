import type { GeneratedFile } from '../compile.js';
import { renderTemplate } from '../emit/templates/render.js';
import { formatFiles } from '../write/formatFiles.js';
import type { Dependencies } from './dependencies.js';
import type { ProjectFile } from './scaffoldProject.js';

/** What the author of a new server has chosen. */
export interface ServerChoices {
  /** The name of the npm package, and of the server. */
  readonly name: string;
  /** The revisions it serves, newest first. At least one. */
  readonly revisions: readonly string[];
}

// The template of `.gitignore` is `gitignore.hbs`: npm leaves dot files of such names out of a package.
const TEMPLATED = [
  'package.json',
  'tsconfig.json',
  'README.md',
  '.gitignore',
  '.gitattributes',
  'src/main.ts',
  'src/server.ts',
  'src/server.test.ts',
];

/**
 * All files of a new server.
 *
 * @param protocol the generated code of the chosen revisions, formatted, in folders named by revision
 */
export async function serverProject(
  { name, revisions }: ServerChoices,
  dependencies: Dependencies,
  protocol: readonly GeneratedFile[],
): Promise<ProjectFile[]> {
  const data = {
    name,
    revisions: revisions.map((id) => ({ id, variable: `v${id.replaceAll(/\W/g, '_')}` })),
    several: revisions.length > 1,
    newest: revisions[0],
    runtime: dependencies.runtime,
    generator: dependencies.generator,
    vendored: dependencies.files.length > 0,
  };
  const templated = TEMPLATED.map((path) => ({
    path,
    text: renderTemplate(`server/${path.replace(/^\./, '')}.hbs`, data),
  }));
  return [
    ...(await formatFiles(templated)).map(({ path, text }) => ({ path, content: text })),
    ...protocol.map(({ path, text }) => ({ path: `src/protocol/${path}`, content: text })),
    ...dependencies.files,
  ];
}
