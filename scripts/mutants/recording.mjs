// Records which regions of the sources run while tests do.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { probe } from './probes.mjs';

const RECORDER = fileURLToPath(new URL('recorder.mjs', import.meta.url));

export class Recording {
  /** The regions of each source, by path. */
  regions = new Map();
  #project;
  #texts;

  /**
   * @param project the project, as in project.mjs
   * @param texts the texts of all sources, by path
   */
  constructor(project, texts) {
    this.#project = project;
    this.#texts = texts;
    for (const [path, text] of texts) this.regions.set(path, probe(path, text).regions);
  }

  /** Writes the sources with probes into a copy, and builds what its programs run. */
  async instrument(copy) {
    const recorder = recorderOf(copy);
    copyFileSync(RECORDER, recorder);
    let id = 0;
    for (const [path, text] of this.#texts) {
      const probed = probe(path, text, id);
      id += probed.regions.length;
      writeFileSync(join(copy.root, path), probed.text);
    }
    await this.#project.build(copy.root, [...this.#texts.keys()], `import ${JSON.stringify(addressOf(recorder))};`);
  }

  /**
   * Runs something in an instrumented copy.
   *
   * @param run is called with the addresses of the modules that are loaded before the tests
   * @returns its result with `hits`, the indexes of the regions that ran, by source, where -1 stands for one that was read as text; and
   * `processes`, in how many they ran
   */
  async during(copy, run) {
    const folder = join(copy.folder, 'hits');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const found = await run([addressOf(recorderOf(copy))]);
    const files = readdirSync(folder);
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    return { ...found, processes: files.length, hits: this.#hitsOf(new Set(lines)) };
  }

  #hitsOf(lines) {
    const hits = {};
    let first = 0;
    for (const [path, regions] of this.regions) {
      const ids = regions.map((_, at) => at).filter((at) => lines.has(`${first + at}`));
      if (lines.has(path)) ids.push(-1);
      if (ids.length > 0) hits[path] = ids;
      first += regions.length;
    }
    return hits;
  }
}

function recorderOf(copy) {
  return join(copy.folder, 'recorder.mjs');
}

function addressOf(path) {
  return pathToFileURL(path).href;
}
