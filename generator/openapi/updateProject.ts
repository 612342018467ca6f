/** Updates a project to a newer document: which files change, and which the owner has to look at. */

import { resolve } from 'node:path';
import { canonicalJson } from '../drift/canonicalJson.js';
import { InputError } from '../problems.js';
import type { Change } from '../write/applyChanges.js';
import { listInside, readInside } from '../write/readInside.js';
import { readSeal } from '../write/seal.js';
import { apiProject, lockOf, type ApiProject } from './apiProject.js';
import { compareTools, type ToolChange } from './compareTools.js';
import { GENERATED_FOLDER } from './emit/generatedFiles.js';
import { moduleAt, registration, SERVER_FILE, toolsPath } from './emit/ownedFiles.js';
import type { Gap } from './gaps.js';
import { contractOf, digestOfText, LOCK_FILE, readLock, type Lock, type LockedApi } from './lock.js';
import { readSettings, SETTINGS_FILE } from './toolSettings.js';
import { describeMissing, openApi } from './toolSet.js';

/** What an update does. */
export interface Update {
  /** What changes about where calls go, and with which credentials, each in a sentence. */
  readonly target: readonly string[];
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
  const owned = await ownedChanges(folder, project, lock);
  const lockContent = lockOf(project, owned.written);
  const isSameLock = lockContent === (await readFile(folder, LOCK_FILE)).replaceAll('\r\n', '\n');
  const known = new Set(lock.operations);
  return {
    target: targetChanges(lock.api, project, `${project.prefix}_URL`),
    changes: [...generated, ...owned.changes, ...(isSameLock ? [] : [{ path: LOCK_FILE, content: lockContent }])],
    drift: compareTools(
      lock.tools,
      Object.fromEntries(project.toolSet.tools.map((tool) => [tool.name, contractOf(tool)])),
    ),
    added: project.operations.filter(
      (key) => !known.has(key) && !settings.tools.some((tool) => tool.operations.includes(key)),
    ),
    todo: [...project.toolSet.missing.map((missing) => describeMissing(missing, api)), ...owned.todo],
    gaps: project.toolSet.gaps,
  };
}

/** A document that changes must not move credentials to another host unseen. */
function targetChanges(was: LockedApi, is: LockedApi, variable: string): readonly string[] {
  const place = (url: string | undefined): string => url ?? `the URL of ${variable} only`;
  const known = new Set(was.credentials.map((credential) => canonicalJson(credential)));
  const changed = is.credentials.filter((credential) => !known.has(canonicalJson(credential)));
  return [
    ...(was.baseUrl === is.baseUrl ? [] : [`Calls go to ${place(is.baseUrl)}, before to ${place(was.baseUrl)}.`]),
    ...changed.map(({ variable, kind, name }) => `${variable} is sent as: ${kind} ${name}.`),
  ];
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
async function ownedChanges(folder: string, project: ApiProject, lock: Lock) {
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
      todo.push(...(path === SERVER_FILE ? callsToChange(found, project, lock) : linesToAdd(path, found, project)));
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
  const lines = [
    ...added.map(({ file, add }) => `import ${add} from ${specifierOf(file)}, and call it: ${add}(server, api);`),
    ...gone.map(
      (file) => `remove the import of ${specifierOf(file)}, and its call: the document has none of its operations.`,
    ),
  ];
  return lines.length > 0 ? lines.map((line) => `${SERVER_FILE}: ${line}`) : [notReplaced(SERVER_FILE)];
}

function specifierOf(file: string): string {
  return `./tools/${file}.js`;
}

/** Says how a file would have changed, if the owner had not. */
function linesToAdd(path: string, found: string, { modules, scheme }: ApiProject): readonly string[] {
  const module = modules.find((each) => toolsPath(each) === path);
  const absent = module?.tools.filter(({ constant }) => !new RegExp(`\\b${constant}\\b`).test(found)) ?? [];
  const lines = absent.map(
    (tool) => `${path}: import ${tool.constant}, and add: ${registration(tool, scheme).text.replaceAll('\n', ' ')}`,
  );
  return lines.length > 0 ? lines : [notReplaced(path)];
}

function notReplaced(path: string): string {
  return `${path} was not replaced, because you have changed it. Compare it with a new project, or leave it.`;
}
