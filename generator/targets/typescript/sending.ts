/**
 * Emits sending.ts: checks of outgoing values, in addition to the guards. They cover formats (`byte`, `uri` ...), the keys of `_meta`, and
 * rules for senders only. Incoming values are never rejected for these.
 */

import type { RevisionPlan } from '../../analyze/plan.js';
import type { MemberTest, SendCheck } from '../../analyze/sendRules.js';
import { Code, code, concat, identifier, imported, isIdentifier, literal } from '../../print/code.js';
import { runtime } from './codegen.js';
import type { EmittedFunction } from './functions.js';
import { guardName, importedGuard, sendCheckName, typeNamed } from './guardNames.js';

const { Issue, checkEach, checkEntries, checkFormat, checkLength, checkMeta, checkMetadata, isObject, under } = runtime;
const VALUE = new Code('value');

type SendChecks = RevisionPlan['sendChecks'];

/**
 * Refers to the check of a definition. The many checks of `_meta` alone are one function of the runtime.
 *
 * @param own refers to the function of sending.ts
 */
export function referToCheck(type: string, checks: SendChecks, own: (name: string) => Code): Code {
  return isMetaCheck(checks.get(type)) ? checkMeta : own(sendCheckName(type));
}

function isMetaCheck(check: SendCheck | undefined): boolean {
  return check?.kind === 'property' && check.name === '_meta' && check.of.kind === 'metadata';
}

/** Returns the functions that check the params and results of all methods, in the order of the definitions. */
export function emitSending({ sendChecks }: RevisionPlan): readonly EmittedFunction[] {
  const expression = expressions(sendChecks);
  return [...sendChecks].map(([definition, check]) => {
    const name = sendCheckName(definition);
    const type = typeNamed(definition);
    return {
      name,
      exported: true,
      docs: code`/** Returns the first issue that keeps a {@link ${type}} from being sent. */`,
      code: code`function ${identifier(name)}(value: ${type}): ${Issue} | undefined { return ${expression(check, VALUE, '')}; }`,
    };
  });
}

/**
 * Returns a function that returns an expression for the first issue of a value, or undefined. `path` is the path of the value in the
 * argument of the check.
 */
function expressions(checks: SendChecks): (check: SendCheck, value: Code, path: string) => Code {
  const referTo = (type: string): Code => referToCheck(type, checks, (name) => imported(name, './sending.js', 'value'));
  const expression = (check: SendCheck, value: Code, path: string): Code => {
    switch (check.kind) {
      case 'format':
        return code`${checkFormat}(${check.format}, ${value}, ${path})`;
      case 'length':
        return code`${checkLength}(${value}, ${check.most}, ${path})`;
      case 'metadata':
        return code`${checkMetadata}(${value}, ${path})`;
      case 'definition': {
        const found = code`${referTo(check.name)}(${value})`;
        return path === '' ? found : code`${under}(${path}, ${found})`;
      }
      case 'all':
        return concat(
          check.of.map((each) => expression(each, value, path)),
          ' ?? ',
        );
      case 'property':
        if (path === '' && isMetaCheck(check)) return code`${checkMeta}(${value})`;
        return expression(check.of, propertyOf(value, check.name), `${path}/${escapePointer(check.name)}`);
      case 'items':
        return code`${checkEach}${check.mixed && new Code('<unknown>')}(${value}, ${path}, ${itemCheck(check.of)})`;
      case 'entries':
        return code`${checkEntries}(${value}, ${path}, ${itemCheck(check.of)}${exceptions(check.except)})`;
      case 'present':
        return code`(${value} && (${expression(check.of, value, path)}))`;
      case 'member':
        return code`(${memberTest(check.is, value)} ? ${expression(check.of, value, path)} : ${expression(check.otherwise, value, path)})`;
      case 'nothing':
        return new Code('undefined');
      case 'unsupported':
        throw new Error(`${check.what} is not checked`);
    }
  };
  const itemCheck = (check: SendCheck): Code =>
    check.kind === 'definition' ? referTo(check.name) : code`(item) => ${expression(check, new Code('item'), '')}`;
  return expression;
}

function exceptions(names: readonly string[]): Code | undefined {
  return names.length === 0 ? undefined : code`, [${concat(names.map(literal), ', ')}]`;
}

function memberTest(is: MemberTest, value: Code): Code {
  switch (is.by) {
    case 'array':
      return code`Array.isArray(${value})`;
    case 'object':
      return code`${isObject}(${value})`;
    case 'tag':
      return code`${propertyOf(value, is.tag)} === ${is.value}`;
    case 'guard':
      return code`${importedGuard(guardName(is.definition))}(${value})`;
  }
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns a property of an expression. */
function propertyOf(object: Code, name: string): Code {
  return isIdentifier(name) ? code`${object}.${identifier(name)}` : code`${object}[${literal(name)}]`;
}
