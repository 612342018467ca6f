/**
 * Starts the files that take long before the others, so that no core is idle at the end of a run. How long a file took is known where it
 * has run before; in a fresh clone, Vitest goes by the sizes of files. A small file may wait for a compiler or a server all the same.
 */

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folder of the tests that call functions. All others run programs: servers, compilers, package managers. */
const UNIT = '/test/unit/';

export default class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.some((file) => this.#hasRun(file)) ? sorted : programsFirst(sorted);
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
