/** Writes parts of a schema as lines of text that can be stored and compared: the subjects of decisions. */

import { ANCHORS, type AnchorName } from '../model/anchors.js';
import type { Definitions } from '../model/definitions.js';
import { describeShape, nameText, range } from './describeShape.js';
import { ANY, objectOf, type Field, type Shape, type ShapeTable } from './shape.js';

/** The fields of an object, by name. */
type Fields = ReadonlyMap<string, Field>;

/** The lines about one revision. */
export class SubjectLines {
  readonly #source: Definitions;
  readonly #table: ShapeTable;

  constructor(source: Definitions, table: ShapeTable) {
    this.#source = source;
    this.#table = table;
  }

  /** Returns the fields of a definition. Undefined if it is not an object. */
  objectNamed(name: string): Fields | undefined {
    return this.#table.has(name) ? this.fieldsOf({ kind: 'reference', name }) : undefined;
  }

  /** Returns the fields of a shape. Undefined if it is not an object. */
  fieldsOf(shape: Shape): Fields | undefined {
    return objectOf(shape, this.#table)?.fields;
  }

  /** Returns a line for each field. */
  ofFields(fields: Fields | undefined): readonly string[] {
    return [...(fields ?? [])].map(([name, field]) => this.#fieldText(name, field));
  }

  /** Returns a type as text. Names are not followed, so that a change of a type concerns those who state it, not all who mention it. */
  text(shape: Shape | undefined): string {
    if (shape === undefined) return 'unknown';
    const keywords = Object.entries(shape.notes?.keywords ?? {});
    const stated = keywords.map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`).sort();
    return this.#plainText(shape) + (stated.length === 0 ? '' : ` (${stated.join(', ')})`);
  }

  /** Returns the name that mcp-gen uses for an anchor: a renamed one is one decision, not one for each place that mentions it. */
  usualName(name: string): string {
    const anchors = Object.keys(ANCHORS) as AnchorName[];
    const renamed = anchors.find((anchor) => name === this.#source.names[anchor]);
    if (renamed !== undefined) return renamed;
    return this.#source.isAnchor(name, 'InputRequiredResult') ? 'InputRequiredResult' : name;
  }

  #fieldText(name: string, { optional, shape }: Field): string {
    return `${nameText(name)}${optional ? '?' : ''}: ${this.text(shape)}`;
  }

  #plainText(shape: Shape): string {
    switch (shape.kind) {
      case 'array':
        return `Array<${this.text(shape.items)}>${range(shape.limits)}`;
      case 'union':
        return this.#joined(shape.members, ' | ');
      case 'intersection':
        return this.#joined(shape.members, ' & ');
      case 'object': {
        const { fields, rest, limits } = shape;
        if (fields.size === 0 && (rest ?? ANY).kind === 'any') return describeShape(shape);
        const named = [...fields].map(([name, field]) => this.#fieldText(name, field)).sort();
        const others = rest && rest.kind !== 'any' ? [`[*]: ${this.text(rest)}`] : [];
        return `{ ${[...named, ...others].join('; ')} }${range(limits)}`;
      }
      case 'reference':
        return this.usualName(shape.name);
      default:
        return describeShape(shape);
    }
  }

  #joined(members: readonly Shape[], operator: string): string {
    return members
      .map((member) => this.text(member))
      .sort()
      .join(operator);
  }
}
