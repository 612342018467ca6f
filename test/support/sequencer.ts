/**
 * What happens before the test files of a run start: it builds what they run, and orders them, so that no core is idle at the end. How long
 * a file took is known where it has run before; in a fresh clone, Vitest goes by the sizes of files. A small file may wait for a compiler
 * or a server all the same.
 */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildFor } from './build.js';

/** The folder of the tests that call functions. All others run programs: servers, compilers, package managers. */
const UNIT = '/test/unit/';

export default class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Not in a global set-up, which does not know the files, and which a run that watches them does not repeat.
    buildFor(files.map(({ moduleId }) => moduleId));
    const sorted = await super.sort(files);
    return countersFirst(sorted.some((file) => this.#hasRun(file)) ? sorted : programsFirst(sorted), countsObjects);
  }

  #hasRun({ moduleId, project }: TestSpecification): boolean {
    const path = relative(this.ctx.config.root, moduleId);
    return this.ctx.cache.getFileTestResults(`${project.name}:${path}`) !== undefined;
  }
}

/** The files of tests that run programs, then those of unit tests, each in the order that they have. */
export function programsFirst<File extends { readonly moduleId: string }>(files: readonly File[]): File[] {
  const isUnit = ({ moduleId }: File): boolean => moduleId.includes(UNIT);
  return [...files.filter((file) => !isUnit(file)), ...files.filter(isUnit)];
}

/** Returns whether a test file counts the objects that it leaves behind. */
function countsObjects({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, 'utf8').includes('leavesNone(');
}

/** The files that count objects, before all others: each count walks through the heap, which later holds the modules of all files. */
export function countersFirst<File>(files: readonly File[], counts: (file: File) => boolean): File[] {
  return [...files.filter(counts), ...files.filter((file) => !counts(file))];
}
