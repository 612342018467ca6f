import { readRevisions } from '../read/revisions.js';
import { OWN_SCHEMAS } from '../read/tables.js';
import { findNameProblem, suggestName } from '../scaffold/projectName.js';
import type { ProjectChoices, TransportName } from '../scaffold/projectFiles.js';
import type { Additions, ProjectKind, TemplateName } from '../scaffold/templates.js';
import { chooseRevisions } from './chooseRevisions.js';
import { splitList } from './options.js';
import type { Ask, Terminal } from './terminal.js';
import { UsageError } from './outcome.js';

/** The command-line options of a new project. */
export interface GivenChoices extends Additions {
  readonly kind: ProjectKind;
  readonly folder: string;
  readonly name?: string | undefined;
  readonly template?: TemplateName | undefined;
  readonly revisions?: readonly string[] | undefined;
  readonly transport?: TransportName | undefined;
}

/**
 * Completes the choices for a new project. Options that are not given have defaults, which the user at the terminal may confirm or change.
 *
 * @throws {UsageError} if a name or revision on the command line is invalid, or the template does not support `auth`, `tasks`, or `deploy`
 */
export async function chooseProject(given: GivenChoices, { prompt, note }: Terminal): Promise<ProjectChoices> {
  const name = readName(given.name ?? suggestName(given.folder, given.kind));
  const all = await chooseNewestFirst([]);
  const revisions = await chooseNewestFirst(given.revisions ?? []);
  const { tasks = false, template = 'minimal', auth, deploy } = given;
  const { transport = auth === undefined && deploy === undefined ? 'stdio' : 'http' } = given;
  if (auth !== undefined && template !== 'minimal') {
    throw new UsageError(`--auth requires the template minimal, got ${template}.`);
  }
  if (tasks && template !== 'minimal') throw new UsageError(`--tasks requires the template minimal, got ${template}.`);
  if (deploy === 'worker' && (template !== 'minimal' || auth !== undefined || tasks)) {
    throw new UsageError('--deploy worker requires the template minimal, without --auth and --tasks.');
  }
  const records = await readRevisions(OWN_SCHEMAS);
  const choose = (name: string, revisions: readonly string[]): ProjectChoices => ({
    name,
    template,
    revisions,
    restricted: revisions.length < all.length,
    stateless: records.some(({ id, era }) => id === revisions[0] && era === 'stateless'),
    transport,
    ...(auth === undefined ? {} : { auth }),
    ...(tasks && { tasks }),
    ...(deploy === undefined ? {} : { deploy }),
  });
  if (prompt === undefined) return choose(name, revisions);
  return prompt(async (ask) =>
    choose(
      given.name !== undefined ? name : await askFor('Name', name, readName, ask, note),
      given.revisions
        ? revisions
        : await askFor('Revisions', revisions.join(','), (answer) => chooseNewestFirst(splitList(answer)), ask, note),
    ),
  );
}

// Asks again until the answer is valid.
async function askFor<T>(
  label: string,
  fallback: string,
  read: (answer: string) => T | Promise<T>,
  ask: Ask,
  note: Terminal['note'],
): Promise<T> {
  for (;;) {
    const answer = await ask(`${label} (${fallback}): `);
    try {
      return await read(answer === '' ? fallback : answer);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      note(error.message);
    }
  }
}

/** @throws {UsageError} if it is invalid */
export function readName(name: string): string {
  const problem = findNameProblem(name);
  if (problem === undefined) return name;
  throw new UsageError(`${JSON.stringify(name)} cannot be the name of an npm package: ${problem}.`);
}

/** Returns the revisions of a project, newest first: the given ones, or all. */
async function chooseNewestFirst(names: readonly string[]): Promise<string[]> {
  return (await chooseRevisions(names, OWN_SCHEMAS)).reverse();
}
