/** Checks the files of a schema with TypeScript. */

import { resolve } from 'node:path';
import { ts } from 'ts-morph';
import { ProblemList, type Place } from '../problems.js';
import { LINK_FILE, linkFiles } from './linkFiles.js';
import { LIBRARY } from './library.js';
import type { SchemaSource, SourceText } from './sources.js';

/** Adds a problem at a node. */
export type Report = (node: ts.Node, message: string, remedy: string) => void;

/** The files of one schema or extension, checked. */
export interface CheckedFiles {
  readonly checker: ts.TypeChecker;
  /** The statements of the file itself, then those of the modules that it imports. */
  readonly statements: readonly ts.Statement[];
  /** Returns where a node begins, after its comments. */
  readonly placeOf: (node: ts.Node) => Place;
  /** Returns the place of a position in a file. */
  readonly placeAt: (file: ts.SourceFile, position: number) => Place;
}

const OPTIONS: ts.CompilerOptions = {
  // Every file is a module, so that files do not share names.
  moduleDetection: ts.ModuleDetectionKind.Force,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  noLib: true,
  strict: true,
  types: [],
};

/** The path of the library in a program. */
export const LIBRARY_FILE = '/library.d.ts';

/** Parsed once for all programs. */
let library: ts.SourceFile | undefined;

/**
 * Checks a schema or an extension.
 *
 * @param earlier the files that an extension is added to. It may use their names, and import them from any module that does not exist.
 * @throws {SchemaProblems} with what TypeScript reports
 */
export function checkSource(source: SchemaSource, earlier: readonly SchemaSource[]): CheckedFiles {
  const own = filesOf(source);
  const others = earlier.flatMap(filesOf);
  const names = new Map([...others, ...own].map(({ path, file }) => [path, file]));
  const texts = earlier.length === 0 ? new Map(own.map(({ path, text }) => [path, text])) : linkFiles(own, others);
  const program = ts.createProgram([LIBRARY_FILE, ...texts.keys()], OPTIONS, hostOf(texts));
  const files = own.flatMap(({ path }) => program.getSourceFile(path) ?? []);
  const problems = new ProblemList();
  const placeAt = (file: ts.SourceFile, position: number): Place => {
    const { line, character } = file.getLineAndCharacterOfPosition(position);
    return { file: names.get(file.fileName) ?? source.file, line: line + 1, column: character + 1 };
  };
  const reported = new Set<string>();
  const report = ({ file, start = 0, code, messageText }: ts.Diagnostic, isSyntax: boolean): void => {
    // The second error at a place is a consequence of the first one.
    const key = `${file?.fileName} ${start}`;
    if (reported.has(key)) return;
    reported.add(key);
    const place = file ? placeAt(file, start) : { file: source.file, line: 1, column: 1 };
    const text = ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ');
    // TypeScript names modules by their paths, without the extension.
    const message = [...names].reduce((all, [path, name]) => all.replaceAll(stemOf(path), stemOf(name)), text);
    if (isSyntax) problems.add(place, `Syntax error: ${message}`, 'Fix the TypeScript syntax.');
    else problems.add(place, message.replace(/\.$/, ''), REMEDIES.get(code) ?? COMPILE);
  };
  for (const file of files) program.getSyntacticDiagnostics(file).forEach((each) => report(each, true));
  for (const name of findTangled(files)) {
    const message = `${name.text} inherits along more than ${MAX_PATHS} paths, which TypeScript follows one by one`;
    problems.add(placeAt(name.getSourceFile(), name.getStart()), message, TANGLED);
  }
  problems.throwIfAny();
  for (const file of files) program.getSemanticDiagnostics(file).forEach((each) => report(each, false));
  problems.throwIfAny();
  const lengths = new Map(own.map(({ path, text }) => [path, text.length]));
  return {
    checker: program.getTypeChecker(),
    statements: files.flatMap(({ fileName, statements }) =>
      statements.filter((each) => each.getStart() < (lengths.get(fileName) ?? 0)),
    ),
    placeOf: (node) => placeAt(node.getSourceFile(), node.getStart()),
    placeAt,
  };
}

/** Returns the paths of files that an import may mean: `./a` and `./a.js` are `./a.ts`. */
export function candidatesFor(path: string): readonly string[] {
  const stem = stemOf(path);
  return [...new Set([...(path.endsWith('.ts') ? [path] : []), `${stem}.ts`, `${stem}.d.ts`, `${path}/index.ts`])];
}

/** Returns a schema and its modules, with absolute paths. */
function filesOf({ file, text, modules = [] }: SchemaSource): readonly (SourceText & { readonly path: string })[] {
  return [{ file, text }, ...modules].map((each) => ({ ...each, path: resolve(each.file).replaceAll('\\', '/') }));
}

function stemOf(path: string): string {
  return path.replace(/(\.d)?\.[jt]s$/, '');
}

function hostOf(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const find = (specifier: string, from: string): string | undefined => {
    const path = resolve(from, '..', specifier).replaceAll('\\', '/');
    const found = /^[./]/.test(specifier) ? candidatesFor(path).find((each) => texts.has(each)) : undefined;
    if (specifier === LINK_FILE) return LINK_FILE;
    return found ?? (texts.has(LINK_FILE) ? LINK_FILE : undefined);
  };
  const parse = (path: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined => {
    const text = path === LIBRARY_FILE ? LIBRARY : texts.get(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, options, true, ts.ScriptKind.TS);
  };
  return {
    fileExists: (path) => path === LIBRARY_FILE || texts.has(path),
    readFile: (path) => texts.get(path),
    getSourceFile: (path, options) =>
      path === LIBRARY_FILE ? (library ??= parse(path, options)) : parse(path, options),
    getDefaultLibFileName: () => LIBRARY_FILE,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const resolvedFileName = find(text, from);
        return {
          resolvedModule: resolvedFileName === undefined ? undefined : { resolvedFileName, extension: ts.Extension.Ts },
        };
      }),
  };
}

const COMPILE = 'Correct the schema: TypeScript does not compile it.';
const TANGLED = 'Extend each base once: leave out bases that another base extends.';
const DECLARE = 'Declare it, import it from another file of the schema, or correct the name.';
const KEEP_ONE = 'Keep one, or rename one.';
const IMPORT =
  'Import from files in the folder of the schema. If the file is an extension, add it to a revision that declares the names: ' +
  '--extension <revisions>=<file>, after the extensions that it imports from.';

/** Remedies for errors of TypeScript, by their code. */
const REMEDIES: ReadonlyMap<number, string> = new Map([
  [2300, KEEP_ONE],
  [2451, KEEP_ONE],
  [2304, DECLARE],
  [2552, DECLARE],
  [2503, DECLARE],
  [2749, 'Write "typeof" before the name of a constant.'],
  [2305, IMPORT],
  [2307, IMPORT],
  [2459, IMPORT],
  [2456, 'A type may refer to itself only in a property or an array. Remove the reference, or move it there.'],
  [2310, 'Remove the cycle.'],
  [2430, 'Declare the property as the base does, or narrower; or leave it out of the base with Omit.'],
]);

/** The maximum number of paths from an interface to its bases, directly and through others. TypeScript follows each of them. */
const MAX_PATHS = 1_000;

/** Returns the names of interfaces that inherit along too many paths. Each is the first of those that extend each other. */
function findTangled(files: readonly ts.SourceFile[]): readonly ts.Identifier[] {
  const bases = new Map<string, readonly string[]>();
  const statements = files.flatMap((file) => file.statements);
  for (const statement of statements) {
    const names = basesOf(statement);
    if (names) bases.set(names.name.text, [...(bases.get(names.name.text) ?? []), ...names.bases]);
  }
  const counts = new Map<string, number>();
  const count = (name: string): number => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    // A cycle is an error of its own.
    counts.set(name, 0);
    const paths = (bases.get(name) ?? []).reduce((sum, base) => sum + 1 + count(base), 0);
    counts.set(name, paths);
    return paths;
  };
  return statements.flatMap((statement) => {
    const { name, bases: own = [] } = basesOf(statement) ?? {};
    const isFirst = name !== undefined && count(name.text) > MAX_PATHS && own.every((base) => count(base) <= MAX_PATHS);
    return isFirst ? [name] : [];
  });
}

/** Returns the names that an interface extends, or that an alias combines. */
function basesOf(node: ts.Statement): { readonly name: ts.Identifier; readonly bases: readonly string[] } | undefined {
  if (ts.isTypeAliasDeclaration(node)) return { name: node.name, bases: namesIn(node.type) };
  if (!ts.isInterfaceDeclaration(node)) return undefined;
  const types = (node.heritageClauses ?? []).flatMap((clause) => clause.types);
  return { name: node.name, bases: types.flatMap((type) => namesIn(type)) };
}

function namesIn(type: ts.TypeNode): readonly string[] {
  if (ts.isParenthesizedTypeNode(type)) return namesIn(type.type);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(namesIn);
  const name = ts.isExpressionWithTypeArguments(type)
    ? type.expression
    : ts.isTypeReferenceNode(type)
      ? type.typeName
      : undefined;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}
