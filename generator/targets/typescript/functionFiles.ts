/** Emits the modules with functions only: those of revisions, and those that revisions share. */

import { posix } from 'node:path';
import { groupBy } from '../../collections.js';
import type { Protocol } from '../../model/protocol.js';
import { Code, code, concat, identifier, type Import } from '../../print/code.js';
import { moduleFile, type GeneratedFile } from '../file.js';
import { joinSources } from '../joinSources.js';
import { SHARED, sharedFolder } from './folders.js';
import { FUNCTION_MODULES, type EmittedFunction, type FunctionModule, type RevisionFunctions } from './functions.js';
import { shareFunctions, type FolderOf } from './sharing.js';
import { renderTemplate } from '../../templates/render.js';

const ABOUT: { readonly [Module in FunctionModule]: { own: string; shared: string } } = {
  validators: {
    own: 'Guards of revision %s: each returns whether a value read from JSON is of one type.',
    shared: 'Guards that revision %s shares with newer revisions.',
  },
  sending: {
    own: 'Checks of revision %s before sending, for values that their guard has accepted.',
    shared: 'Checks before sending that revision %s shares with newer revisions.',
  },
};

/** @param revisions oldest first. Functions that several of them have are written once, and each revision exports them. */
export function functionFiles(revisions: readonly RevisionFunctions[]): readonly GeneratedFile[] {
  const folderOf = shareFunctions(revisions);
  const files = revisions.flatMap((each) =>
    FUNCTION_MODULES.flatMap((module) => [ownFile(each, module, folderOf), ...sharedFile(each, module, folderOf)]),
  );
  return files.some(({ path }) => path.startsWith(`${SHARED}/`)) ? [...files, aboutShared(revisions)] : files;
}

/** Returns the README of the folder. */
function aboutShared(revisions: readonly RevisionFunctions[]): GeneratedFile {
  const source = joinSources(revisions.flatMap(({ protocol }) => protocol.sources));
  return { path: `${SHARED}/README.md`, text: renderTemplate('generated/shared.md.hbs', { source }) };
}

function ownFile({ protocol, modules }: RevisionFunctions, module: FunctionModule, folderOf: FolderOf): GeneratedFile {
  const { revision } = protocol;
  const byFolder = groupBy(modules[module], ({ name }) => folderOf(revision, module, name));
  const exports = [...byFolder]
    .filter(([folder]) => folder !== revision)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, functions]) => exportLine(functions, pathBetween(revision, `${folder}/${module}.js`)));
  const own = (byFolder.get(revision) ?? []).map((each) =>
    relocate(functionText(each, each.exported), { revision, folder: revision, module }, folderOf),
  );
  return file(
    protocol,
    revision,
    module,
    'own',
    [concat(exports, '\n'), ...own].filter(({ text }) => text !== ''),
  );
}

function sharedFile(
  { protocol, modules }: RevisionFunctions,
  module: FunctionModule,
  folderOf: FolderOf,
): readonly GeneratedFile[] {
  const { revision } = protocol;
  const folder = sharedFolder(revision);
  const body = modules[module]
    .filter(({ name }) => folderOf(revision, module, name) === folder)
    // Files of revisions also call helpers.
    .map((each) => relocate(functionText(each, true), { revision, folder, module }, folderOf));
  return body.length === 0 ? [] : [file(protocol, folder, module, 'shared', body)];
}

function file(
  protocol: Protocol,
  folder: string,
  module: FunctionModule,
  kind: 'own' | 'shared',
  body: readonly Code[],
): GeneratedFile {
  const about = ABOUT[module][kind].replace('%s', protocol.revision);
  return moduleFile(protocol, { path: `${folder}/${module}.ts`, about }, body);
}

function functionText({ docs, code: text }: EmittedFunction, exported: boolean): Code {
  return code`${docs && code`${docs}\n`}${exported ? new Code('export ') : undefined}${text}`;
}

function exportLine(functions: readonly EmittedFunction[], from: string): Code {
  const names = functions.filter(({ exported }) => exported).map(({ name }) => identifier(name));
  return names.length === 0 ? new Code('') : code`export { ${concat(names, ', ')} } from ${from};`;
}

/** Returns code of a revision for a given file: names are imported from their modules, except for names of the file itself. */
function relocate(
  { text, imports }: Code,
  { revision, folder, module }: { revision: string; folder: string; module: FunctionModule },
  folderOf: FolderOf,
): Code {
  const moved = imports.flatMap((each): Import[] => {
    if (!each.from.startsWith('.')) return [each];
    const named = posix.basename(each.from, '.js');
    const home = isFunctionModule(named) ? folderOf(revision, named, each.name) : revision;
    if (home === folder && named === module) return [];
    return [{ ...each, from: pathBetween(folder, `${home}/${named}.js`) }];
  });
  return new Code(text, moved);
}

function isFunctionModule(name: string): name is FunctionModule {
  return FUNCTION_MODULES.some((module) => module === name);
}

function pathBetween(folder: string, path: string): string {
  const relative = posix.relative(folder, path);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
