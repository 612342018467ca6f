// The schemas of a document as the document has them, for a validator that is not ours.
import { validate } from '@cfworker/json-schema';

export class DocumentSchemas {
  #root;
  #draft;
  /** What references lead to. The validator would not find those in lists of parameters. */
  #lookup;

  /** @param document an `ApiDocument` */
  constructor({ root, version }) {
    // Draft 4 is the nearest to the schemas of OpenAPI 2.0 and 3.0.
    this.#draft = Number(version) > 3 ? '2020-12' : '4';
    this.#root = prepared(root, this.#draft === '4');
    this.#lookup = Object.fromEntries(
      [...referencesIn(this.#root)].map((reference) => [reference, this.at(reference) ?? {}]),
    );
  }

  /** Returns whether the schema at a JSON Pointer accepts a value. */
  accept(pointer, value) {
    return validate(value, this.at(pointer), this.#draft, this.#lookup).valid;
  }

  /** Follows the references at a JSON Pointer. Returns the place where they end. */
  follow(pointer) {
    let place = pointer;
    for (let steps = 0; steps < 20; steps++) {
      const { $ref } = this.at(place) ?? {};
      if (typeof $ref !== 'string') break;
      place = $ref;
    }
    return place;
  }

  /** Returns what is at a JSON Pointer; undefined if there is nothing. */
  at(pointer) {
    const parts = pointer.slice(2).split('/');
    return parts.reduce((value, part) => value?.[unescaped(part)], this.#root);
  }
}

/**
 * Returns a document without examples and defaults, in which an id is not that of a schema, without formats, which are only notes, and
 * without patterns that the validator cannot read. Up to 3.0, `nullable` adds null; `required` of a parameter is not a list.
 */
function prepared(value, isOld) {
  if (Array.isArray(value)) return value.map((each) => prepared(each, isOld));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, each]) =>
      !['example', 'examples', 'default'].includes(key) &&
      !(key === 'format' && typeof each === 'string') &&
      !(key === 'required' && typeof each === 'boolean') &&
      !(key === 'pattern' && typeof each === 'string' && !isPattern(each)),
  );
  const copy = Object.fromEntries(kept.map(([key, each]) => [key, prepared(each, isOld)]));
  if (!isOld || (value.nullable !== true && value['x-nullable'] !== true)) return copy;
  if (typeof copy.type === 'string') return { ...copy, type: [copy.type, 'null'] };
  return { anyOf: [copy, { type: 'null' }] };
}

function isPattern(text) {
  try {
    return new RegExp(text, 'u').unicode;
  } catch {
    return false;
  }
}

function referencesIn(value, found = new Set()) {
  if (typeof value !== 'object' || value === null) return found;
  if (typeof value.$ref === 'string') found.add(value.$ref);
  for (const each of Object.values(value)) referencesIn(each, found);
  return found;
}

function unescaped(part) {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
}
