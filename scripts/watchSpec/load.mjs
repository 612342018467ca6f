// Compiles schemas in a folder of their own, so that nothing in the project is written.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adoptRevision } from '../../dist/adopt/adoptRevision.js';
import { checklistOf } from '../../dist/adopt/checklist.js';
import { loadProtocol } from '../../dist/protocols.js';

/** A folder for the schemas of one run. */
export class Schemas {
  #folder = mkdtempSync(join(tmpdir(), 'mcp-gen-watch-'));
  #count = 0;
  #decisions = new Map();

  /**
   * Compiles a schema, with guesses for all open decisions.
   *
   * @param revision its name: `draft`, or a date
   * @param extensions the files of extensions to add to it
   * @throws {SchemaProblems} if it cannot be compiled
   */
  async protocol(revision, { script, json, modules = [] }, extensions = []) {
    const folder = join(this.#folder, String(++this.#count));
    const files = { 'schema.ts': script, ...(json && { 'schema.json': json }) };
    for (const [path, content] of [...Object.entries(files), ...modules.map(({ path, text }) => [path, text])]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return { folder, protocol: await loadProtocol(join(folder, 'schema.ts'), revision, extensions) };
  }

  /**
   * Returns the decisions that a person must make before the schema can be released, as `mcp-gen adopt` lists them.
   *
   * @throws {SchemaProblems | PullError} if it cannot be adopted
   */
  async decisions(revision, files) {
    let decisions = this.#decisions.get(files);
    if (decisions === undefined) this.#decisions.set(files, (decisions = await this.#adopt(revision, files)));
    return decisions;
  }

  async #adopt(revision, { script, modules }) {
    const schemaDir = join(this.#folder, `adopted-${++this.#count}`);
    await adoptRevision({ id: revision, files: { script, modules }, schemaDir, force: true });
    const { changed, added } = await checklistOf(revision, schemaDir);
    return [...changed, ...added].map(({ message, remedy, changes = [] }) => ({ message, remedy, changes }));
  }

  /** Removes the folder. */
  close() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
