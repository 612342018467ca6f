/** Two modules of types, compared by the TypeScript compiler: one program, three checks for each definition. */

import ts from 'typescript';
import { memoryPath, memoryProgram } from './memoryProgram.js';
import { simplified } from './simplify.js';

/** What generated types are compared with. */
export interface Counterpart {
  /** The text of a module. It may name generated types as `Ours.Tool`. */
  readonly text: string;
  /** How the type of a definition is written where the module is `Theirs`. */
  readonly refer: (definition: string) => string;
}

export interface Difference {
  readonly definition: string;
  /**
   * - `wider`: the generated type takes values that the counterpart refuses.
   * - `narrower`: the generated type refuses values that the counterpart takes.
   * - `different`: either both, or neither, as where only one side knows an optional property.
   * - `missing`: one side has no such type.
   */
  readonly kind: 'wider' | 'narrower' | 'different' | 'missing';
  /** What the compiler says, and which members only one side has. */
  readonly text: string;
}

const HEADER = [
  `import type * as Ours from './ours.js';`,
  `import type * as Theirs from './theirs.js';`,
  `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;`,
];

/**
 * A statement each. Values that go there and back say nothing of an optional property that is missing, nor of a union's
 * member that another one includes: so the types have to be the same, too.
 */
const CHECKS: readonly ((ours: string, theirs: string) => string)[] = [
  (ours, theirs) => `void ((value: ${ours}): ${theirs} => value);`,
  (ours, theirs) => `void ((value: ${theirs}): ${ours} => value);`,
  (ours, theirs) => `void (true satisfies Same<${ours}, ${theirs}>);`,
];

/** The codes of the compiler for a name that a module or an interface does not have. */
const NO_SUCH_NAME = new Set([2339, 2551, 2694, 2724]);

/**
 * The definitions of which the generated type is not the same as the counterpart's, once both are simplified.
 *
 * @param ours - the text of a generated `types.ts`
 * @throws if one of the modules does not compile
 */
export function compareTypes(ours: string, theirs: Counterpart, definitions: readonly string[]): readonly Difference[] {
  const checks = definitions.flatMap((name) => CHECKS.map((check) => check(`Ours.${name}`, theirs.refer(name))));
  const program = memoryProgram({
    'ours.ts': simplified(ours),
    'theirs.ts': simplified(theirs.text),
    'checks.ts': [...HEADER, ...checks].join('\n'),
  });
  const failures = failedChecks(program);
  const statements = program.getSourceFile(memoryPath('checks.ts'))?.statements.slice(HEADER.length) ?? [];
  return definitions.flatMap((definition, index) => {
    const first = index * CHECKS.length;
    const [there, back, same] = CHECKS.map((_, check) => failures.get(first + check));
    if (!there && !back && !same) return [];
    const kind = kindOf(there, back, same);
    const lines = [
      `${definition} is ${kind}`,
      ...reason('from generated to counterpart', there),
      ...reason('from counterpart to generated', back),
      ...(kind === 'missing' ? [] : onlyOneSide(program.getTypeChecker(), statements[first + CHECKS.length - 1])),
    ];
    return [{ definition, kind, text: lines.join('\n  ') }];
  });
}

/** What the compiler has against each check, by its number. */
function failedChecks(program: ts.Program): ReadonlyMap<number, ts.Diagnostic> {
  const failures = new Map<number, ts.Diagnostic>();
  for (const problem of ts.getPreEmitDiagnostics(program)) {
    const { file, start = 0 } = problem;
    const line = file ? file.getLineAndCharacterOfPosition(start).line : 0;
    if (file?.fileName !== memoryPath('checks.ts') || line < HEADER.length) {
      const text = file?.text.split('\n')[line] ?? '';
      throw new Error(
        `The types do not compile: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}\n${text}`,
      );
    }
    failures.set(line - HEADER.length, problem);
  }
  return failures;
}

function kindOf(there?: ts.Diagnostic, back?: ts.Diagnostic, same?: ts.Diagnostic): Difference['kind'] {
  if ([there, back, same].some((failure) => failure && NO_SUCH_NAME.has(failure.code))) return 'missing';
  if (there && !back) return 'wider';
  return back && !there ? 'narrower' : 'different';
}

/** The compiler's reason, without its first line where there are more: that one repeats both types in full. */
function reason(direction: string, failure: ts.Diagnostic | undefined): readonly string[] {
  if (!failure) return [];
  const [first = '', ...others] = ts.flattenDiagnosticMessageText(failure.messageText, '\n').split('\n');
  return [`${direction}:`, ...(others.length > 0 ? others : [`  ${first}`])];
}

/** The members of the two types that a check for sameness names, where the other type does not have them so. */
function onlyOneSide(checker: ts.TypeChecker, check: ts.Node | undefined): readonly string[] {
  const [ours = [], theirs = []] = typeArguments(check).map((node) => membersOf(checker, node));
  return [
    ...ours.filter((member) => !theirs.includes(member)).map((member) => `only generated: ${member}`),
    ...theirs.filter((member) => !ours.includes(member)).map((member) => `only counterpart: ${member}`),
  ];
}

function typeArguments(check: ts.Node | undefined): readonly ts.TypeNode[] {
  const find = (node: ts.Node): readonly ts.TypeNode[] | undefined =>
    ts.isTypeReferenceNode(node) ? node.typeArguments : ts.forEachChild(node, find);
  return (check && find(check)) ?? [];
}

function membersOf(checker: ts.TypeChecker, node: ts.TypeNode): readonly string[] {
  const print = (type: ts.Type) => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  const type = checker.getTypeFromTypeNode(node);
  if (type.isUnion()) return type.types.map(print);
  const properties = type.getProperties().map((property) => {
    const mark = property.flags & ts.SymbolFlags.Optional ? '?' : '';
    return `${property.name}${mark}: ${print(checker.getTypeOfSymbol(property))}`;
  });
  return properties.length > 0 ? properties : [print(type)];
}
