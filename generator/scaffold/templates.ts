/** The kinds of projects that can be scaffolded, and the files of their templates. */

/** The kinds of project. */
export type ProjectKind = 'server' | 'client';

/**
 * The content of a new project: a minimum, each feature once, or a user interface for a tool (MCP Apps), on the SDK; or generated protocol
 * code, which supports exactly the generated revisions.
 */
export type TemplateName = 'minimal' | 'full' | 'app' | 'protocol';

/** The templates of each kind, the default first. */
export const TEMPLATES = {
  server: ['minimal', 'full', 'app', 'protocol'],
  client: ['minimal', 'full', 'protocol'],
} as const satisfies { readonly [Kind in ProjectKind]: readonly TemplateName[] };

/**
 * How a project authorizes requests over HTTP. A server identifies callers by tokens of an authorization server: it verifies JWTs (`jwt`),
 * or asks the authorization server (`introspection`). Or callers log in at another provider, through the server (`delegated`). A client
 * logs its user in (`login`).
 */
export type AuthName = (typeof AUTHS)[ProjectKind][number];

/** The ways to authorize requests, for the template `minimal` of each kind, the default first. */
export const AUTHS = {
  server: ['jwt', 'introspection', 'delegated'],
  client: ['login'],
} as const satisfies { readonly [Kind in ProjectKind]: readonly string[] };

/** Where a server can be deployed: in a container, or on Cloudflare Workers. The latter needs the template `minimal`, without auth and tasks. */
export const DEPLOYMENTS = ['docker', 'worker'] as const;
export type DeploymentName = (typeof DEPLOYMENTS)[number];

/** The files of a deployment. */
const DEPLOYMENT_FILES: { readonly [Name in DeploymentName]: readonly string[] } = {
  docker: ['Dockerfile', '.dockerignore'],
  worker: ['wrangler.jsonc', 'src/worker.ts'],
};

/** Files of a project, by their folder under `templates/`. */
type Files = { readonly [folder: string]: readonly string[] };

const EVERY = { project: ['package.json', 'tsconfig.json', '.gitignore'] };

const SERVER = { server: ['README.md'] };
const SDK_SERVER = { ...EVERY, ...SERVER, 'server/sdk': ['src/main.ts'] };
const CLIENT_FILES = ['README.md', 'src/main.ts', 'src/client.test.ts'];
const CLIENT_PARTS = ['src/client.ts', 'src/describe.ts', 'src/test/server.ts'];
const GENERATED = { project: [...EVERY.project, '.gitattributes'] };

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
  'server/app': {
    ...EVERY,
    'server/sdk': ['src/main.ts'],
    'server/app': [
      'README.md',
      'src/server.ts',
      'src/daylight.ts',
      'src/server.test.ts',
      'app/index.html',
      'app/main.ts',
      'app/chart.ts',
      'app/style.css',
      'app/tsconfig.json',
      'vite.config.ts',
      'dev.mjs',
    ],
  },
  'server/protocol': {
    ...GENERATED,
    ...SERVER,
    'server/protocol': ['src/main.ts', 'src/server.ts', 'src/server.test.ts'],
  },
  'server/api': { ...EVERY, 'server/sdk': ['src/main.ts'], openapi: ['README.md'] },
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

/** A file of a project, and its template. */
export interface TemplateFile {
  readonly path: string;
  /** Under `templates/`. */
  readonly template: string;
}

/** What a project has in addition to its template. */
export interface Additions {
  /** How requests over HTTP are authorized. Default: no authorization. */
  readonly auth?: AuthName | undefined;
  /** Whether a server has a tool that runs as a task. Default: false. */
  readonly tasks?: boolean | undefined;
  /** Where a server is deployed. Default: no files for that. */
  readonly deploy?: DeploymentName | undefined;
}

/**
 * Returns the files of a project that come from templates. Those of `bound` are for a client that is bound to a server, and those of `api`
 * for a server of an HTTP API.
 */
export function templateFiles(
  kind: ProjectKind,
  template: TemplateName | 'bound' | 'api',
  { auth, tasks, deploy }: Additions = {},
): readonly TemplateFile[] {
  const authFiles: Files = auth === undefined ? {} : { [`${kind}/auth/${auth}`]: ['src/auth.ts'] };
  const taskFiles: Files = tasks === true ? { [`${kind}/tasks`]: ['src/jobs.ts'] } : {};
  const deployFiles: Files = deploy === undefined ? {} : { [`${kind}/deploy/${deploy}`]: DEPLOYMENT_FILES[deploy] };
  const files = { ...FILES[`${kind}/${template}`], ...authFiles, ...taskFiles, ...deployFiles };
  return Object.entries(files).flatMap(([folder, paths]) =>
    paths.map((path) => ({ path, template: templatePath(folder, path) })),
  );
}

// The template of `.gitignore` is `gitignore.hbs`: npm excludes some dot files from packages.
function templatePath(folder: string, path: string): string {
  return `${folder}/${path.replace(/^\./, '')}.hbs`;
}
