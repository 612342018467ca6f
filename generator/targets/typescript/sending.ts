/**
 * Emits sending.ts: checks of outgoing values, in addition to the guards. They cover formats (`byte`, `uri` ...), the keys of `_meta`, and
 * rules for senders only. Incoming values are never rejected for these.
 */

import type { RevisionPlan } from '../../analyze/plan.js';
import type { MemberTest, SendCheck } from '../../analyze/sendRules.js';
import { Code, code, concat, identifier, isIdentifier, literal } from '../../print/code.js';
import { runtime } from './codegen.js';
import type { EmittedFunction } from './functions.js';
import { guardName, importedGuard, importedSendCheck, sendCheckName, typeNamed } from './names.js';

const { Issue, checkEach, checkEntries, checkFormat, checkLength, checkMetadata, isObject, under } = runtime;
const VALUE = new Code('value');

/** Returns the functions that check the params and results of all methods, in the order of the definitions. */
export function emitSending({ sendChecks }: RevisionPlan): readonly EmittedFunction[] {
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

/** Returns an expression for the first issue of a value, or undefined. `path` is the path of the value in the argument of the function. */
function expression(check: SendCheck, value: Code, path: string): Code {
  switch (check.kind) {
    case 'format':
      return code`${checkFormat}(${check.format}, ${value}, ${path})`;
    case 'length':
      return code`${checkLength}(${value}, ${check.most}, ${path})`;
    case 'metadata':
      return code`${checkMetadata}(${value}, ${path})`;
    case 'definition': {
      const found = code`${importedSendCheck(check.name)}(${value})`;
      return path === '' ? found : code`${under}(${path}, ${found})`;
    }
    case 'all':
      return concat(
        check.of.map((each) => expression(each, value, path)),
        ' ?? ',
      );
    case 'property':
      return expression(check.of, propertyOf(value, check.name), `${path}/${escapePointer(check.name)}`);
    case 'items':
      return code`${checkEach}(${value}, ${path}, ${itemCheck(check.of)})`;
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
}

function exceptions(names: readonly string[]): Code | undefined {
  return names.length === 0 ? undefined : code`, [${concat(names.map(literal), ', ')}]`;
}

function itemCheck(check: SendCheck): Code {
  if (check.kind === 'definition') return importedSendCheck(check.name);
  return code`(item) => ${expression(check, new Code('item'), '')}`;
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
