/**
 * Emits the conversions between a revision and the unified types: an interface whose functions a hand-written module implements, the parts
 * that it is about, and the types that need no conversion, with a proof at compile time.
 */

import {
  analyzeConversions,
  type Carried,
  type Conversion,
  type Direction,
  type MethodConversions,
  type Part,
} from '../../analyze/conversions.js';
import { describeMismatch } from '../../analyze/assignable.js';
import type { Author } from '../../analyze/author.js';
import type { Protocol } from '../../model/protocol.js';
import { Code, code, concat, docComment, identifier, imported, propertyKey } from '../../print/code.js';
import { dataText } from '../../print/data.js';
import { moduleFile, type GeneratedFile } from '../file.js';

const Same = imported('Same', './same.js', 'type');
const Open = imported('Open', './same.js', 'type');
const KINDS = ['request', 'notification'] as const;
const PARTS: readonly Part[] = ['params', 'result'];
const WORDS: { readonly [Key in Direction]: string } = {
  toAuthor: 'From the revision to the unified type',
  toRevision: 'From the unified type to the revision',
};

/** The number of each conversion in the sum of those that a message needs. */
const BITS: { readonly [Key in Part]: { readonly [Key in Direction]: number } } = {
  params: { toAuthor: 1, toRevision: 2 },
  result: { toAuthor: 4, toRevision: 8 },
};

/** @param folder the folder of the unified types */
export function emitConversions(author: Author, protocol: Protocol, folder: string): GeneratedFile {
  const { revision, methods } = analyzeConversions(author, protocol);
  const namespaces = new Code(
    `import type * as Author from './types.js';\nimport type * as Revision from ${JSON.stringify(`../${revision}/types.js`)};`,
  );
  const differing = methods.flatMap(({ method, conversions }) => {
    const bits = conversions.filter(isNeeded).map(({ part, direction }) => BITS[part][direction]);
    return bits.length === 0 ? [] : [[method, bits.reduce((sum, bit) => sum + bit)] as const];
  });
  const path = `${folder}/${revision}.ts`;
  const about = `The conversions between revision ${revision} and the unified types.`;
  return moduleFile(protocol, { path, about }, [
    namespaces,
    code`/**
      * The required conversions, by method: a function for each part and direction, whose comment lists the mismatches. A
      * function returns a value of the target type, or throws.
      */
      export interface Conversions<${identifier(differing.length > 0 ? 'Context' : '_Context')}> { ${KINDS.map((kind) => required(kind, methods))} }`,
    code`/**
      * The parts that need a conversion, by method: the sum of 1 for params to the unified type, 2 for params to the revision, 4 for a result
      * to the unified type, and 8 for a result to the revision. {@link Unchanged} proves that the others do not need one.
      */
      export const differing: { readonly [method: string]: number } = ${dataText(Object.fromEntries(differing))};`,
    code`/** Proves that unchanged values have both types. */
      export type Unchanged = [${concat(proofs(methods), ', ')}];`,
  ]);
}

function isNeeded({ mismatches }: Conversion): boolean {
  return mismatches.length > 0;
}

function required(kind: MethodConversions['kind'], methods: readonly MethodConversions[]): Code {
  const entries = methods
    .filter((method) => method.kind === kind && method.conversions.some(isNeeded))
    .map(({ method, conversions }) => {
      const parts = PARTS.flatMap((part) => {
        const needed = conversions.filter((conversion) => conversion.part === part && isNeeded(conversion));
        return needed.length === 0 ? [] : [code`readonly ${identifier(part)}: { ${needed.map(conversionText)} };`];
      });
      return code`readonly ${propertyKey(method)}: { ${parts} };`;
    });
  return code`readonly ${identifier(`${kind}s`)}: { ${entries} };`;
}

function conversionText(conversion: Conversion): Code {
  const [from, to] = endsOf(conversion);
  const { direction, mismatches, ignored } = conversion;
  const lines = [`${WORDS[direction]}.`, ...mismatches.map((mismatch) => `- ${describeMismatch(mismatch)}`)];
  if (ignored.length > 0) lines.push(`- ignored by the receiver: ${ignored.map((path) => `\`${path}\``).join(', ')}`);
  return code`${docComment(lines.join('\n'))}readonly ${identifier(direction)}: (value: ${from}, context: Context) => ${to};`;
}

/** Returns the source type and the target type of a conversion. */
function endsOf({ direction, author, revision }: Conversion): readonly [Code, Code] {
  const [authorType, revisionType] = [typeText('Author', author), typeText('Revision', revision)];
  return direction === 'toAuthor' ? [revisionType, authorType] : [authorType, revisionType];
}

function typeText(namespace: 'Author' | 'Revision', { types, optional }: Carried): Code {
  const names = types.map((type) => code`${identifier(namespace)}.${identifier(type)}`);
  return concat([...names, ...(optional ? [new Code('undefined')] : [])], ' | ');
}

function proofs(methods: readonly MethodConversions[]): readonly Code[] {
  const unchanged = methods.flatMap(({ conversions }) => conversions.filter((each) => !isNeeded(each)));
  const all = unchanged.map((each) => {
    const [from, to] = endsOf(each);
    return code`${Same}<${Open}<${from}>, ${to}>`;
  });
  return [...new Map(all.map((proof) => [proof.text, proof])).values()];
}
