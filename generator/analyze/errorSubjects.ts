/** Finds what the decisions about error codes are about: the data of their errors, and the rules in their docs. */

import type { Protocol } from '../model/protocol.js';
import type { Definitions } from '../model/definitions.js';
import { shapesOf } from './buildShapes.js';
import { docsOf, type Documented, type Undigested } from './docsOf.js';
import { partsOf, resolveShape, type Field, type Shape } from './shape.js';
import type { SubjectLines } from './subjectLines.js';

/** The fields of an error, by name. */
type Fields = ReadonlyMap<string, Field>;

/** Returns the subject of each error code that the schema declares, by decision: `errors/-32020`. */
export function errorSubjects(protocol: Protocol, lines: SubjectLines): readonly (readonly [string, Undigested])[] {
  const { source, vocabulary } = protocol;
  const table = shapesOf(source);
  const own = source.types.filter(({ extension }) => !extension);
  const errors = own.flatMap((declaration) =>
    errorsIn(table.get(declaration.name), lines).map((error) => ({ declaration, ...error })),
  );
  const common = commonFields(source, lines);
  return vocabulary.errors.flatMap(({ value: code }): (readonly [string, Undigested])[] => {
    const constants = source.constants.filter(({ value, extension }) => value === code && !extension);
    const stated = errors.filter((each) => each.code === code);
    if (constants.length === 0 && stated.length === 0) return [];
    const subject = stated.flatMap(({ fields }) => {
      const resolved = [...fields].map(([name, field]): [string, Field] => [
        name,
        { ...field, shape: resolveShape(field.shape, table) },
      ]);
      const own = resolved.filter(([name]) => name !== 'code');
      return lines.ofFields(new Map(own)).filter((line) => !common.includes(line));
    });
    const documented = [
      ...constants,
      ...stated.flatMap(({ declaration, fields }) => [...docsOf(declaration), ...docsOfData(fields.get('data'))]),
    ];
    const about = subject.length === 0 ? ['declared'] : subject;
    return [[`errors/${code}`, { value: 'as declared', subject: about, documented }]];
  });

  function docsOfData(data: Field | undefined): readonly Documented[] {
    const declaration = data?.shape.kind === 'reference' ? source.findType(data.shape.name) : undefined;
    return declaration ? docsOf(declaration) : [];
  }
}

/** Returns the fields that any error has, as lines: those of the error in its envelope. */
function commonFields(source: Definitions, lines: SubjectLines): readonly string[] {
  const envelopes = (['JSONRPCErrorResponse', 'JSONRPCError'] as const).map((anchor) => source.nameOf(anchor));
  return envelopes.flatMap((name) => {
    const error = lines.objectNamed(name)?.get('error');
    return error ? lines.ofFields(lines.fieldsOf(error.shape)) : [];
  });
}

/** Returns the errors in a shape: the objects with a constant code. Names are not followed, except for what an object consists of. */
function errorsIn(
  shape: Shape | undefined,
  lines: SubjectLines,
): readonly { readonly code: unknown; readonly fields: Fields }[] {
  if (shape === undefined || shape.kind === 'reference') return [];
  const fields = lines.fieldsOf(shape);
  const code = fields?.get('code')?.shape;
  if (fields && code?.kind === 'literal') return [{ code: code.value, fields }];
  return partsOf(shape).flatMap((part) => errorsIn(part, lines));
}
