// Finds out by the types whether a mutant can behave in another way than the original.
import ts from 'typescript';

const { TypeFlags } = ts;
const ANYTHING = TypeFlags.Any | TypeFlags.Unknown;
const FALSY = ANYTHING | TypeFlags.String | TypeFlags.Number | TypeFlags.BigInt | TypeFlags.TemplateLiteral;

/** The events after which a stream or a process has ended. */
const ENDS = new Set(['end', 'finish', 'close', 'exit']);

/** What has no properties of its own to spread. */
const WITHOUT_PROPERTIES =
  TypeFlags.VoidLike | TypeFlags.Null | TypeFlags.BooleanLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;

/**
 * @param asks what a place asks. Of truthiness for presence, `{ start, end, property, isNullPresent, otherwise }`: the range of the
 * expression, its property that is inspected, if it is one, whether null counts as present, and the text of what is taken instead;
 * what is an object or undefined is present exactly if it is truthy. Of a merge in another order, `{ merged }`: ranges and names of
 * two parts, which have to share a property. Of a listener that is called once instead of always, `{ emitter, event }`: the range of the
 * emitter, which must not end with the event
 */
export function canDiffer(checker, source, asks) {
  if (asks.merged !== undefined) return canOverlap(checker, source, asks.merged);
  return asks.emitter === undefined
    ? canBePresentAndFalsy(checker, source, asks)
    : canHappenTwice(checker, source, asks);
}

/** Streams and processes end once. What connects again, such as a client of Redis, may do so often. */
function canHappenTwice(checker, source, { emitter, event }) {
  const { types } = typesAt(checker, source, emitter);
  const ends = (type) => ['destroyed', 'exitCode'].some((name) => type.getProperty(name) !== undefined);
  return !ENDS.has(event) || !types.every(ends);
}

function canBePresentAndFalsy(checker, source, { property, isNullPresent = false, otherwise, ...range }) {
  const { node, types } = typesAt(checker, source, range);
  // The one falsy string is taken instead of itself.
  if (otherwise === "''" && types.every(isStringOrNothing)) return false;
  if (property === undefined) return types.some((type) => isFalsy(checker, type, isNullPresent));
  const found = types.flatMap((type) => type.getProperty(property) ?? []);
  // A property that no type knows can be anything.
  if (found.length === 0 || types.some(isOpen)) return true;
  return found.some((symbol) => isFalsy(checker, checker.getTypeOfSymbolAtLocation(symbol, node), true));
}

function canOverlap(checker, source, merged) {
  const [one, other] = merged.map((part) => {
    if (part.start === undefined) return new Set([part.name]);
    const found = typesAt(checker, source, part).types;
    if (!part.isSpread) return found.every(isName) ? new Set(found.map(({ value }) => `${value}`)) : undefined;
    const types = found.filter(({ flags }) => !(flags & WITHOUT_PROPERTIES));
    return types.some(hasOtherProperties)
      ? undefined
      : new Set(types.flatMap((type) => type.getProperties().map(({ name }) => name)));
  });
  return one === undefined || other === undefined || [...one].some((name) => other.has(name));
}

function isName({ flags }) {
  return (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) !== 0;
}

function isFalsy(checker, type, isNullPresent) {
  const { flags } = type;
  if (type.isUnion()) return type.types.some((member) => isFalsy(checker, member, isNullPresent));
  if (flags & FALSY) return true;
  if (flags & TypeFlags.Null) return isNullPresent;
  if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) return !type.value;
  if (flags & TypeFlags.BooleanLiteral) return checker.typeToString(type) === 'false';
  if (!(flags & TypeFlags.Instantiable)) return false;
  const constraint = checker.getBaseConstraintOfType(type);
  return constraint === undefined || constraint === type || isFalsy(checker, constraint, isNullPresent);
}

function isStringOrNothing({ flags }) {
  return (flags & (TypeFlags.StringLike | TypeFlags.Undefined | TypeFlags.Null)) !== 0;
}

/** Returns whether the spread of something can have properties of any name: that of a string has its characters. */
function hasOtherProperties(type) {
  const isIndexed = type.getStringIndexType() !== undefined || type.getNumberIndexType() !== undefined;
  return isOpen(type) || isIndexed || (type.flags & TypeFlags.StringLike) !== 0;
}

/** Returns whether something may have properties that its type does not name. */
function isOpen({ flags }) {
  return (flags & (ANYTHING | TypeFlags.Instantiable | TypeFlags.NonPrimitive)) !== 0;
}

function typesAt(checker, source, { start, end }) {
  const find = (node) => {
    if (node.getStart(source) === start && node.end === end) return node;
    return ts.forEachChild(node, (child) => (child.pos <= start && child.end >= end ? find(child) : undefined));
  };
  const node = find(source);
  const type = checker.getTypeAtLocation(node);
  return { node, types: type.isUnion() ? type.types : [type] };
}
