// Runs the conformance suite in a copy of the project, with the id of a revision that the suite does not know.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'test/conformance';

/** The program of the suite. */
const PROGRAM = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** What names revisions. */
const NAMING = ['expected.ts', 'revisions.ts', PROGRAM];

/** Thrown if the suite cannot be installed. It says nothing about a version. */
export class SuiteError extends Error {
  name = 'SuiteError';
}

/** The suite in a copy. */
export class Suite {
  #folder;
  #texts;

  /**
   * @param root the folder of the copy
   * @param original the folder of the project. The suite is installed if it is not there
   * @throws {SuiteError} if that fails
   */
  constructor(root, original) {
    this.#folder = join(root, FOLDER);
    const modules = join(original, FOLDER, 'node_modules');
    if (existsSync(modules)) cpSync(modules, join(this.#folder, 'node_modules'), { recursive: true });
    else this.#install();
    this.#texts = new Map(NAMING.map((path) => [path, readFileSync(join(this.#folder, path), 'utf8')]));
  }

  /**
   * Judges the server and the client by the scenarios of a revision, without those of extensions.
   *
   * @param closest the revision that has the scenarios
   * @param id the id that the suite uses instead
   * @returns the problems
   */
  run(closest, id) {
    if (!this.#texts.get('revisions.ts').includes(`'${closest}'`)) return [`the suite has no scenarios of ${closest}`];
    for (const [path, text] of this.#texts) writeFileSync(join(this.#folder, path), text.replaceAll(closest, id));
    rmSync(join(this.#folder, 'dist'), { recursive: true, force: true });
    const { stdout, stderr } = this.#spawn(process.execPath, ['run.mjs', '--revision', id, '--core', '--json']);
    if (!stdout.startsWith('[')) return [`the suite failed: ${messageIn(stderr)}`];
    return JSON.parse(stdout).flatMap(({ leg, scenario, problems: [problem] }) =>
      problem === undefined ? [] : [`scenario ${scenario} of the ${leg}: ${problem.split('\n', 1)[0]}`],
    );
  }

  #install() {
    const { status, stderr, error } = this.#spawn('npm', ['ci', '--ignore-scripts', '--loglevel', 'error']);
    if (status !== 0) {
      throw new SuiteError(`The conformance suite cannot be installed: ${error?.message ?? messageIn(stderr)}`);
    }
  }

  #spawn(program, args) {
    return spawnSync(program, args, { cwd: this.#folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}

/** Returns the line of an uncaught error that has its message. */
export function messageIn(stderr) {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /^\w*(Error|Problems)\b/.test(line)) ?? lines.at(-1) ?? 'failed without a message';
}
