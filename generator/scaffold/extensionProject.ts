/** The files of a package with an extension of the protocol. */

import type { GeneratedFile } from '../targets/file.js';
import { formatFiles } from '../write/formatFiles.js';
import type { Dependencies, Dependency } from './dependencies.js';
import type { ProjectFile } from './scaffoldProject.js';

/** The choices for a package with an extension. */
export interface ExtensionChoices extends ExtensionNames {
  /** The name of the npm package. */
  readonly name: string;
  /** The revision that its code is generated from. */
  readonly revision: string;
  /** The revisions that its tests use. */
  readonly revisions: readonly string[];
  /** Whether its messages are those of the example. */
  readonly example: boolean;
}

/** The names that an extension has in code. */
export interface ExtensionNames {
  /** The prefix of its methods in the example: `acme`. */
  readonly short: string;
  readonly variable: string;
  readonly pascal: string;
}

/** The methods that one side receives. */
export interface ReceivedMethods {
  readonly requests: readonly string[];
  readonly notifications: readonly string[];
}

/** A complete schema of an extension. */
export interface ExtensionSchema {
  readonly id: string;
  /** The files in `schema/`, the declarations first. */
  readonly files: readonly ProjectFile[];
  /** The names of the files with declarations. */
  readonly schemas: readonly string[];
  /** The messages whose sender was assumed. */
  readonly assumed: readonly string[];
  readonly server: ReceivedMethods;
  readonly client: ReceivedMethods;
}

/** A union of the messages that one side sends. */
export interface Direction {
  readonly union: string;
  readonly names: readonly string[];
}

// Loaded on demand: most commands render nothing.
const render = async (template: string, data: object): Promise<string> =>
  (await import('../templates/render.js')).renderTemplate(`extension/${template}`, data);

/** Returns the file that declares who sends messages. */
export function renderDirections(directions: readonly Direction[]): Promise<string> {
  return render('schema/directions.ts.hbs', { directions });
}

/** Returns the schema of the example, and who sends its messages. */
export async function exampleSchema(
  { short, pascal }: ExtensionNames,
  id: string,
  revision: string,
): Promise<{ readonly text: string; readonly directions: readonly Direction[] }> {
  return {
    text: await render('schema/extension.ts.hbs', { short, pascal, id, revision }),
    directions: [
      { union: 'ClientRequest', names: [`${pascal}FindRequest`] },
      { union: 'ServerRequest', names: [`${pascal}ConfirmRequest`] },
      { union: 'ClientNotification', names: [`${pascal}OpenedNotification`] },
      { union: 'ServerNotification', names: [`${pascal}SearchedNotification`] },
    ],
  };
}

/**
 * Returns the files of the package.
 *
 * @param peers the packages that programs have beside the extension
 * @param protocol the generated code, in folders named by revision
 */
export async function extensionFiles(
  choices: ExtensionChoices,
  { id, files: schemaFiles, schemas, server, client }: ExtensionSchema,
  { development, files }: Dependencies,
  peers: readonly Dependency[],
  protocol: readonly GeneratedFile[],
): Promise<readonly ProjectFile[]> {
  const { revision, example } = choices;
  const prefix = `${revision}/extensions/`;
  const module = protocol.find(({ path }) => path.startsWith(prefix))?.path.slice(prefix.length, -'.ts'.length);
  const data = {
    ...choices,
    id,
    module,
    schemas,
    schema: schemas[0],
    directed: schemas.length > 1,
    server,
    client,
    peers,
    development,
    vendored: files.length > 0,
  };
  const source = example ? 'example' : 'given';
  const templates = {
    'package.json': 'package.json',
    'tsconfig.json': 'tsconfig.json',
    'README.md': 'README.md',
    '.gitignore': '../project/gitignore',
    '.gitattributes': '../project/gitattributes',
    'src/index.ts': `${source}/src/index.ts`,
    'src/extension.test.ts': `${source}/src/extension.test.ts`,
  };
  const rendered = await Promise.all(
    Object.entries(templates).map(async ([path, template]) => ({ path, text: await render(`${template}.hbs`, data) })),
  );
  return [
    ...(await formatFiles(rendered)).map(({ path, text }) => ({ path, content: text })),
    ...schemaFiles,
    ...protocol.map(({ path, text }) => ({ path: `src/protocol/${path}`, content: text })),
    ...files,
  ];
}
