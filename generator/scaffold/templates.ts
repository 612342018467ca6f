/** The kinds of project that can be started, and the files that their templates have. */

/** The kinds of project. */
export type ProjectKind = 'server' | 'client';

/**
 * What a project starts with: little or each feature once, on the sdk; or the protocol's own code, for those who speak exactly the
 * revisions that they generate.
 */
export type TemplateName = 'minimal' | 'full' | 'protocol';

/** The templates of each kind, the default first. */
export const TEMPLATES = {
  server: ['minimal', 'full', 'protocol'],
  client: ['minimal', 'full', 'protocol'],
} as const satisfies { readonly [Kind in ProjectKind]: readonly TemplateName[] };

/**
 * How a project authorizes requests over HTTP. A server identifies callers by tokens of an authorization server, which are JWTs, or which it
 * is asked about; or they log in at another provider, through the server itself. A client has its user log in.
 */
export type AuthName = (typeof AUTHS)[ProjectKind][number];

/** The ways to authorize requests, for the template `minimal` of each kind, the default first. */
export const AUTHS = {
  server: ['jwt', 'introspection', 'delegated'],
  client: ['login'],
} as const satisfies { readonly [Kind in ProjectKind]: readonly string[] };

/** Files of a project, by the folder under `templates/` that they come from. */
type Files = { readonly [folder: string]: readonly string[] };

const EVERY: Files = { project: ['package.json', 'tsconfig.json', '.gitignore'] };

const SERVER: Files = { server: ['README.md'] };
const SDK_SERVER: Files = { ...EVERY, ...SERVER, 'server/sdk': ['src/main.ts'] };
const CLIENT_FILES = ['README.md', 'src/main.ts', 'src/client.test.ts'];
const CLIENT_PARTS = ['src/client.ts', 'src/describe.ts', 'src/test/server.ts'];
const GENERATED: Files = { project: [...(EVERY['project'] ?? []), '.gitattributes'] };

const FILES: { readonly [project: string]: Files } = {
  'server/minimal': { ...SDK_SERVER, 'server/minimal': ['src/server.ts', 'src/server.test.ts'] },
  'server/full': {
    ...SDK_SERVER,
    'server/full': [
      'src/server.ts',
      'src/tools.ts',
      'src/questions.ts',
      'src/resources.ts',
      'src/prompts.ts',
      'src/callers.ts',
      'src/notes.ts',
      'src/server.test.ts',
    ],
  },
  'server/protocol': {
    ...GENERATED,
    ...SERVER,
    'server/protocol': ['src/main.ts', 'src/server.ts', 'src/server.test.ts'],
  },
  'client/minimal': { ...EVERY, client: CLIENT_FILES, 'client/minimal': CLIENT_PARTS },
  'client/full': {
    ...EVERY,
    'client/full': [
      'README.md',
      'src/main.ts',
      'src/client.ts',
      'src/answers.ts',
      'src/model.ts',
      'src/commands.ts',
      'src/person.ts',
      'src/client.test.ts',
      'src/test/server.ts',
    ],
  },
  'client/bound': { ...EVERY, 'client/bound': ['README.md', 'src/main.ts', 'src/client.ts', 'src/client.test.ts'] },
  'client/protocol': { ...GENERATED, client: [...CLIENT_FILES, 'src/plain.ts'], 'client/protocol': CLIENT_PARTS },
};

/** A file of a project, and the template that it is made of. */
export interface TemplateFile {
  readonly path: string;
  /** Under `templates/`. */
  readonly template: string;
}

/** The files of a project that come from templates: those of `bound` are for a client of a server that is known. */
export function templateFiles(
  kind: ProjectKind,
  template: TemplateName | 'bound',
  { auth, tasks }: { readonly auth?: AuthName | undefined; readonly tasks?: boolean | undefined } = {},
): readonly TemplateFile[] {
  const authFiles: Files = auth === undefined ? {} : { [`${kind}/auth/${auth}`]: ['src/auth.ts'] };
  const taskFiles: Files = tasks === true ? { [`${kind}/tasks`]: ['src/jobs.ts'] } : {};
  return Object.entries({ ...FILES[`${kind}/${template}`], ...authFiles, ...taskFiles }).flatMap(([folder, paths]) =>
    paths.map((path) => ({ path, template: templatePath(folder, path) })),
  );
}

// The template of `.gitignore` is `gitignore.hbs`: npm leaves dot files of such names out of a package.
function templatePath(folder: string, path: string): string {
  return `${folder}/${path.replace(/^\./, '')}.hbs`;
}
