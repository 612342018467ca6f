/** Updates a project to a newer document: which files change, and which the owner has to look at. */

import { resolve } from 'node:path';
import { InputError } from '../problems.js';
import type { Change } from '../write/applyChanges.js';
import { listInside, readInside } from '../write/readInside.js';
import { readSeal } from '../write/seal.js';
import { apiProject, lockOf, type ApiProject } from './apiProject.js';
import { compareDestinations, type DestinationChange } from './compareDestinations.js';
import { compareTools, type ToolChange } from './compareTools.js';
import { GENERATED_FOLDER } from './emit/generatedFiles.js';
import { moduleAt, registration, SERVER_FILE, toolsPath } from './emit/ownedFiles.js';
import type { Gap } from './gaps.js';
import { contractOf, digestOfText, LOCK_FILE, readLock, type Lock } from './lock.js';
import { readSettings, SETTINGS_FILE } from './toolSettings.js';
import { describeMissing, openApi } from './toolSet.js';

/** What an update does. */
export interface Update {
  /** What these changes do to where calls go, and to credentials. */
  readonly destinations: readonly DestinationChange[];
  /** The files to write, and to remove. */
  readonly changes: readonly Change[];
  /** What changes for clients. */
  readonly drift: readonly ToolChange[];
  /** Operations that the document did not have before. No tool uses them. */
  readonly added: readonly string[];
  /** What the owner has to do, each in a sentence. */
  readonly todo: readonly string[];
  readonly gaps: readonly Gap[];
}

/**
 * Compares a project with its document.
 *
 * @param from another document for this update
 * @throws {InputError} if the folder has no project for an API, or its generated files were edited
 */
export async function planUpdate(folder: string, from?: string): Promise<Update> {
  const settings = readSettings(await readFile(folder, SETTINGS_FILE));
  const lock = readLock(await readFile(folder, LOCK_FILE));
  const document = from ?? placeIn(folder, settings.document);
  const api = await openApi({
    from: document,
    allowed: settings.allowRefs.flatMap((each) => [each, resolve(folder, each)]),
  });
  const project = await apiProject(api, settings, lock.project);
  const generated = await generatedChanges(folder, project);
  const destinations = compareDestinations(lock.api, project, project.prefix);
  const owned = await ownedChanges(folder, project, lock, destinations);
  const lockContent = lockOf(project, owned.written);
  const isSameLock = lockContent === (await readFile(folder, LOCK_FILE)).replaceAll('\r\n', '\n');
  const known = new Set(lock.operations);
  return {
    destinations: destinations.filter(({ file }) => owned.changes.some(({ path }) => path === file)),
    changes: [...generated, ...owned.changes, ...(isSameLock ? [] : [{ path: LOCK_FILE, content: lockContent }])],
    drift: compareTools(
      lock.tools,
      Object.fromEntries(project.toolSet.tools.map((tool) => [tool.name, contractOf(tool)])),
    ),
    added: project.operations.filter(
      (key) => !known.has(key) && !settings.tools.some((tool) => tool.operations.includes(key)),
    ),
    todo: [
      ...project.toolSet.missing.map((missing) => describeMissing(missing, api)),
      ...owned.todo,
      ...(await rowsToCorrect(folder, destinations)),
    ],
    gaps: project.toolSet.gaps,
  };
}

function placeIn(folder: string, document: string): string {
  return /^https?:\/\//i.test(document) ? document : resolve(folder, document);
}

async function readFile(folder: string, path: string): Promise<string> {
  const content = await readInside(folder, path);
  if (content !== undefined) return content.toString('utf8');
  throw new InputError(`${folder} has no ${path}: expected a project that mcp-gen scaffold server --from has made.`);
}

/** Replaces the generated files. Those that are no longer needed are removed. */
async function generatedChanges(folder: string, { generated }: ApiProject): Promise<readonly Change[]> {
  const wanted = new Map(generated.map(({ path, content }) => [path, content]));
  const present = (await listInside(folder, GENERATED_FOLDER)).filter((path) => path.endsWith('.ts'));
  const changes: Change[] = [];
  for (const path of new Set([...wanted.keys(), ...present])) {
    const found = (await readInside(folder, path))?.toString('utf8');
    const content = wanted.get(path);
    if (found === undefined || content === undefined || digestOfText(found) !== digestOfText(String(content))) {
      changes.push({ path, content });
      if (found !== undefined && readSeal(found) !== 'generated') {
        throw new InputError(
          `${path} was edited, and is generated. Move the change to src/tools, and remove the file.`,
        );
      }
    }
  }
  return changes;
}

/** Replaces the files of the owner that nobody has changed. */
async function ownedChanges(
  folder: string,
  project: ApiProject,
  lock: Lock,
  destinations: readonly DestinationChange[],
) {
  const changes: Change[] = [];
  const todo: string[] = [];
  const written: { [path: string]: string } = {};
  const wanted = new Map(project.owned.map(({ path, content }) => [path, content]));
  for (const path of new Set([...Object.keys(lock.written), ...wanted.keys()])) {
    const found = (await readInside(folder, path))?.toString('utf8');
    const content = wanted.get(path);
    const before = lock.written[path];
    const now = content === undefined ? undefined : digestOfText(content);
    const isUnchanged = found === undefined ? before === undefined : digestOfText(found) === before;
    // An edited file is reported once for each text that would replace it.
    if (now !== undefined) written[path] = now;
    if (isUnchanged && now !== before) changes.push({ path, content });
    else if (found !== undefined && now === undefined)
      todo.push(`${path} is no longer needed. You have changed it, so it was not removed.`);
    else if (found !== undefined && now !== before) {
      const lines = [
        ...destinations.flatMap(({ file, message }) => (file === path ? [`follow the document. ${message}`] : [])),
        ...(path === SERVER_FILE ? callsToChange(found, project, lock) : linesToAdd(path, found, project)),
      ];
      if (lines.length > 0) todo.push(...lines.map((line) => `${path}: ${line}`));
      else
        todo.push(`${path} was not replaced, because you have changed it. Compare it with a new project, or leave it.`);
    }
  }
  return { changes, todo, written };
}

/** Says which modules of tools the owner's server has to add, and which are gone. */
function callsToChange(found: string, { modules }: ApiProject, lock: Lock): readonly string[] {
  const paths = new Set(modules.map(toolsPath));
  const added = modules.filter(({ file }) => !found.includes(specifierOf(file)));
  const gone = Object.keys(lock.written).flatMap((path) => {
    const file = moduleAt(path);
    return file === undefined || paths.has(path) || !found.includes(specifierOf(file)) ? [] : [file];
  });
  return [
    ...added.map(({ file, add }) => `import ${add} from ${specifierOf(file)}, and call it: ${add}(server, api);`),
    ...gone.map(
      (file) => `remove the import of ${specifierOf(file)}, and its call: the document has none of its operations.`,
    ),
  ];
}

function specifierOf(file: string): string {
  return `./tools/${file}.js`;
}

/** Says which tools an edited file does not have. */
function linesToAdd(path: string, found: string, { modules, scheme }: ApiProject): readonly string[] {
  const module = modules.find((each) => toolsPath(each) === path);
  const absent = module?.tools.filter(({ constant }) => !new RegExp(`\\b${constant}\\b`).test(found)) ?? [];
  return absent.map(
    (tool) => `import ${tool.constant}, and add: ${registration(tool, scheme).text.replaceAll('\n', ' ')}`,
  );
}

/** The README of a project is not replaced: it has a table of variables. */
async function rowsToCorrect(folder: string, destinations: readonly DestinationChange[]): Promise<readonly string[]> {
  const text = (await readInside(folder, 'README.md'))?.toString('utf8') ?? '';
  const names = new Set(destinations.map(({ variable }) => variable));
  const isNamed = destinations.some(({ variable }) => text.includes(variable));
  return isNamed ? [`README.md: correct what it says of ${[...names].join(', ')}.`] : [];
}
