// Finds the smallest messages that show a change: one of the newer revision, and one of the older revision in the same place.
import { Ajv } from 'ajv';
import { deriveDefinitions } from '../../dist/json-schema/deriveJsonSchema.js';
import { allMessages, otherSide } from '../../dist/model/protocol.js';
import { ITEM, Smallest } from './smallest.mjs';

/** How many changes of one page have examples. */
const MAX_EXAMPLES = 8;

/**
 * Returns messages before and after changes: those that add messages first, then those that break something, then the others.
 *
 * @param was the older protocol
 * @param is the newer one
 * @param changes what `compare` returned
 * @returns for each its `name` and `path`; `method`, `part`, `sender`; `before` and `after`, whole messages, undefined if there is none;
 *   `isRefusedByOld` if an older reader rejects `after`, and `isRefusedByNew` if a newer reader rejects `before`
 */
export function examplesOf(was, is, changes) {
  const [older, newer] = [new Messages(was), new Messages(is)];
  const added = changes.methods
    .filter(({ status }) => status === 'added')
    .flatMap((each) => addedExamples(newer, each));
  const removed = changes.methods
    .filter(({ status }) => status === 'removed')
    .flatMap(({ method }) => {
      const before = older.whole(method, 'params', older.valuesAt({ method, part: 'params' })[0]);
      return before ? [{ name: method, path: '', ...before.about, before: before.message }] : [];
    });
  const changed = placesOf(changes).flatMap((place) => changedExample(older, newer, place));
  const seen = new Set();
  return [...added, ...removed, ...changed]
    .filter(({ before, after }) => {
      const key = JSON.stringify([before, after]);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_EXAMPLES);
}

function addedExamples(newer, { method, kind }) {
  const parts = kind === 'request' ? ['params', 'result'] : ['params'];
  return parts.flatMap((part) => {
    const found = newer.whole(method, part, newer.valuesAt({ method, part })[0]);
    return found ? [{ name: method, path: '', ...found.about, after: found.message }] : [];
  });
}

/** Returns the places that changed, those that break readers first. */
function placesOf({ methods, definitions }) {
  const own = methods
    .filter(({ status }) => status === 'changed')
    .flatMap(({ method, changes }) =>
      changes.filter(({ path }) => path === 'result').map((change) => ({ method, name: method, change })),
    );
  const others = definitions.flatMap(({ definitions: [name], messages, changes }) =>
    changes.map((change) => ({ name, messages, change })),
  );
  const all = [...own, ...others];
  return [...all.filter(isBreaking), ...all.filter((place) => !isBreaking(place))];
}

const isBreaking = ({ change }) => change.breaks.length > 0;

/** Returns the example of one change in the message where it is nearest to the top; nothing if no message shows it. */
function changedExample(older, newer, { method, name, messages = [], change }) {
  const places =
    method === undefined
      ? messages.map((message) => ({ ...message, definition: name, path: stepsIn(change.path) }))
      : [{ method, part: 'result', definition: undefined, path: [] }];
  let best;
  for (const place of places) {
    const breaks = (age) => change.breaks.some((reader) => reader.startsWith(age));
    // What breaks readers of one revision is what only the other one accepts.
    const isOnlyNew = (value) => breaks('old') && !older.accepts(place, value);
    const isOnlyOld = (value) => breaks('new') && !newer.accepts(place, value);
    const oldValues = older.valuesAt(place);
    const newValues = newer.valuesAt(place);
    const shownAfter = newValues.find(isOnlyNew) ?? newValues[0];
    const shownBefore = oldValues.find(isOnlyOld) ?? oldValues[0];
    if (shownAfter === undefined || JSON.stringify(shownAfter) === JSON.stringify(shownBefore)) continue;
    const size = JSON.stringify(shownAfter).length;
    if (best !== undefined && best.size <= size) continue;
    const [wasWhole, isWhole] = [
      older.whole(place.method, place.part, shownBefore),
      newer.whole(place.method, place.part, shownAfter),
    ];
    if (isWhole === undefined) continue;
    best = {
      size,
      example: {
        ...{ name, path: change.path, ...isWhole.about },
        ...(wasWhole && { before: wasWhole.message }),
        after: isWhole.message,
        ...(isOnlyNew(shownAfter) && { isRefusedByOld: true }),
        ...(wasWhole && isOnlyOld(shownBefore) && { isRefusedByNew: true }),
      },
    };
  }
  return best === undefined ? [] : [best.example];
}

/** The messages of one revision. */
class Messages {
  #messages;
  #smallest;
  #validator;
  #checks = new Map();

  constructor({ definitions, source, revision, requests, embedded, notifications }) {
    const schemas = Object.fromEntries(deriveDefinitions(definitions, 'draft-07'));
    const stated = source.find('LATEST_PROTOCOL_VERSION');
    this.#messages = new Map(allMessages({ requests, embedded, notifications }).map((each) => [each.method, each]));
    this.#smallest = new Smallest(schemas, stated?.kind === 'constant' ? String(stated.value) : revision);
    this.#validator = new Ajv({ strict: false, validateFormats: false, logger: false });
    this.#validator.addSchema({ $id: 'schema', definitions: schemas });
  }

  /** Returns the definitions of the params or results of a method. */
  #roots(method, part) {
    const message = this.#messages.get(method);
    if (message === undefined) return [];
    return part === 'params' ? [message.params.type] : (message.results ?? []);
  }

  /**
   * Returns valid values of a part of a message: first those with a place in a definition, as far as the revision has it, then those with
   * what contains the place, which may lack it.
   */
  valuesAt(place) {
    const { method, part, definition, path } = place;
    const found = this.#roots(method, part).flatMap((root) => {
      if (definition === undefined) return this.#smallest.valuesOf(root);
      const way = this.#smallest.waysFrom(root).get(definition);
      if (way === undefined) return [];
      const lengths = [...new Set([path.length, Math.max(0, path.length - 1), 0])];
      return lengths.flatMap((length) => this.#smallest.valuesOf(root, [...way, ...path.slice(0, length)]));
    });
    return found.filter((value) => this.accepts(place, value));
  }

  /** Returns whether a value is a valid part of a message. */
  accepts({ method, part }, value) {
    return this.#roots(method, part).some((root) => {
      let check = this.#checks.get(root);
      if (check === undefined)
        this.#checks.set(root, (check = this.#validator.compile({ $ref: `schema#/definitions/${root}` })));
      return check(value);
    });
  }

  /** Returns a whole message with a value as its part, and what it is; undefined without a value. */
  whole(method, part, value) {
    const message = this.#messages.get(method);
    if (message === undefined || value === undefined) return undefined;
    const { kind, senders, params } = message;
    const isRequest = kind === 'request';
    const envelope = { jsonrpc: '2.0', ...(isRequest && { id: 1 }) };
    const isEmpty = params.optional && Object.keys(value).length === 0;
    return {
      about: { method, part, sender: part === 'params' ? senders[0] : otherSide(senders[0]) },
      message:
        part === 'params'
          ? { ...envelope, method, ...(!isEmpty && { params: value }) }
          : { ...envelope, result: value },
    };
  }
}

/** Returns the steps of a path as `diff` writes it: `completion.values[]`, `_meta."a/b"`. */
function stepsIn(path) {
  const tokens = path.match(/\[\]|"(?:[^"\\]|\\.)*"|[^.[\]"]+/g) ?? [];
  return tokens.map((token) => (token === '[]' ? ITEM : token.startsWith('"') ? JSON.parse(token) : token));
}
