/** The parts of the compiler that this package uses. No other module imports it. The build bundles it, so that it need not be installed. */

export {
  code,
  Code,
  concat,
  docComment,
  identifier,
  imported,
  isTypeName,
  literal,
  propertyKey,
} from '../../generator/print/code.js';
export { dataText, type Data } from '../../generator/print/data.js';
export { Scope } from '../../generator/print/scope.js';
export { escapeHidden, printable, shorten } from '../../generator/printable.js';
export { camelCase, pascalCase } from '../../generator/words.js';
export { compareSchemas, type SchemaDrift } from '../../generator/drift/compareSchemas.js';
export { namesInCycles } from '../../generator/drift/cycles.js';
export { DRIFT_RULES, type DriftClass, type DriftRuleId } from '../../generator/drift/driftRules.js';
export { resolve, typesOf } from '../../generator/drift/schemaParts.js';
export type { JsonObject } from '../../generator/jsonValues.js';
export { codeSpan } from '../../generator/diff/codeSpan.js';
export type { RuleId } from '../../generator/diff/rules.js';
export { describeChange } from '../../generator/diff/changes.js';
export { processTerminal } from '../../generator/cli/terminal.js';
export { fileNames } from '../../generator/write/fileNames.js';
export { findDifferences } from '../../generator/write/findDifferences.js';
export { formatFiles } from '../../generator/write/formatFiles.js';
export { readSeal, targetOf } from '../../generator/write/seal.js';
export { writeFiles } from '../../generator/write/writeFiles.js';
export { WriteError } from '../../generator/write/writeError.js';
