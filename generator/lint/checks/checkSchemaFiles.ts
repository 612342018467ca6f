/** Compares a schema with the files beside it: the published JSON Schema, and examples. */

import { deriveJsonSchema } from '../../json-schema/deriveJsonSchema.js';
import { compareDefinitions, isContradiction } from '../../pull/compareDefinitions.js';
import type { Found } from '../finding.js';
import type { Example, Subject } from '../subject.js';

export function checkSchemaFiles(subject: Subject): readonly Found[] {
  return [...differences(subject), ...invalidExamples(subject)];
}

const KINDS = {
  missing: 'is missing in schema.json',
  added: 'is only in schema.json',
  changed: 'differs in schema.json',
};

function differences({ source, protocol, jsonSchema }: Subject): readonly Found[] {
  if (jsonSchema === undefined) return [];
  const derived: unknown = JSON.parse(deriveJsonSchema(source, protocol.dialect));
  return compareDefinitions(derived, jsonSchema)
    .filter(isContradiction)
    .map(({ definition: at, kind, lines }) => {
      const shown = lines.filter((line) => /^[-+]/.test(line)).map((line) => line.replaceAll(/\s+/g, ' '));
      const how = KINDS[kind as keyof typeof KINDS];
      const message = `${at} ${how}${shown.length === 0 ? '' : `: ${shown.join(' ')}`}`;
      const place = source.findType(at)?.place ?? { file: source.all[0]?.place.file ?? '', line: 1, column: 1 };
      return { rule: 'json-schema-differs', at, message, place };
    });
}

function invalidExamples(subject: Subject): readonly Found[] {
  const { source, explain, examples = [] } = subject;
  if (!explain) return [];
  return [...examples, ...examplesInDocs(subject)].flatMap(({ definition: at, file, value }): readonly Found[] => {
    const declaration = source.findType(at);
    if (!declaration) return [];
    const [issue] = explain(at, value);
    if (!issue) return [];
    return [
      {
        rule: 'example-invalid',
        at,
        message: `The example ${file} of ${at} is invalid: ${issue.message}`,
        place: declaration.place,
      },
    ];
  });
}

/** Returns the JSON values in code blocks of the tag @example. Other blocks are not whole values. */
function examplesInDocs({ source }: Subject): readonly Example[] {
  return source.types.flatMap(({ name, docs }) =>
    docs.tags
      .filter((tag) => tag.name === 'example')
      .flatMap(({ text }) => {
        const [, code] = text.split(/^[ \t]*```(?:json)?[ \t]*$/m);
        const value = code === undefined ? undefined : parsed(code);
        return value === undefined ? [] : [{ definition: name, file: 'in its docs', value }];
      }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
