// Checks whether mutants compile, and can differ by their types. Runs as a thread of its own, so that checks do not delay what watches the tests.
import { join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import ts from 'typescript';
import { canDiffer } from './canDiffer.mjs';

/**
 * Options that differ for checks. Unused names are not errors: a developer who made this mistake would also remove the name, so the
 * tests have to find it.
 */
const CHECKED_ALONE = {
  composite: false,
  // The sources of other packages that one imports by their paths belong to the program.
  rootDir: workerData.root,
  emitDeclarationOnly: false,
  tsBuildInfoFile: undefined,
  noUnusedLocals: false,
  noUnusedParameters: false,
};

/** One configuration, compiled once: a check compiles what depends on the file that changes. */
class Checker {
  #options;
  #names;
  #host;
  #sources = new Map();
  #original;
  /** The file that is another for the time of one check. */
  #changed;

  constructor(configuration) {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
    const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(configuration, { noEmit: true }, host);
    this.#names = fileNames;
    this.#options = { ...options, ...CHECKED_ALONE };
    this.#host = ts.createIncrementalCompilerHost(this.#options);
    const read = this.#host.getSourceFile.bind(this.#host);
    this.#host.getSourceFile = (name, ...rest) => {
      if (this.#changed?.name === resolve(name)) return this.#changed.source;
      if (!this.#sources.has(name)) this.#sources.set(name, read(name, ...rest));
      return this.#sources.get(name);
    };
    this.#original = this.#compile();
    const error = firstError(this.#original);
    if (error !== undefined) throw new Error(`${configuration} does not compile: ${error}`);
  }

  /** The first error that a file causes if it has another text, or why that text means the same; `asks` as in canDiffer.mjs. */
  check(file, text, asks) {
    const name = resolve(file);
    const known = this.#sources.get(file) ?? this.#sources.get(name);
    if (asks !== undefined && !canDiffer(this.#original.getProgram().getTypeChecker(), known, asks)) {
      return 'By its types it means the same.';
    }
    const source = ts.createSourceFile(known.fileName, text, {
      languageVersion: this.#options.target,
      impliedNodeFormat: known.impliedNodeFormat,
    });
    source.version = this.#host.createHash(text);
    if (source.parseDiagnostics.length > 0) return describe(source.parseDiagnostics[0]);
    this.#changed = { name, source };
    try {
      return firstError(this.#compile(this.#original));
    } finally {
      this.#changed = undefined;
    }
  }

  #compile(original) {
    return ts.createSemanticDiagnosticsBuilderProgram(this.#names, this.#options, this.#host, original);
  }
}

const checkers = new Map();

parentPort.on('message', ({ id, path, text, asks }) => {
  try {
    parentPort.postMessage({ id, error: check(path, text, asks) });
  } catch (cause) {
    parentPort.postMessage({ id, broken: cause.stack });
  }
});

function check(path, text, asks) {
  const { root, configurations } = workerData;
  const [, configuration] = Object.entries(configurations).find(([folder]) => path.startsWith(folder));
  if (!checkers.has(configuration)) checkers.set(configuration, new Checker(join(root, configuration)));
  return checkers.get(configuration).check(join(root, path), text, asks);
}

/** Looks at the files that a change affects, and at no others. */
function firstError(builder) {
  for (;;) {
    const affected = builder.getSemanticDiagnosticsOfNextAffectedFile();
    if (affected === undefined) return undefined;
    const error = affected.result.find(({ category }) => category === ts.DiagnosticCategory.Error);
    if (error !== undefined) return describe(error);
  }
}

function describe({ messageText, code }) {
  return `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}

function fail(diagnostic) {
  throw new Error(describe(diagnostic));
}
