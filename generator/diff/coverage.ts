/** Whether what one revision sends passes the guards of another. */

import { primitiveCovers } from '../analyze/primitives.js';
import type { ObjectShape, Shape, ShapeMap } from '../analyze/shapes.js';
import { alternatives, ANYTHING, fieldsOf, mergeObjects, objectOf, resolveShape } from '../analyze/readShapes.js';

/**
 * Compares the definitions of a sender with those of a reader. A name that both know is taken for the same on both
 * sides: what differs in its definition is told of there. A property that the sender's revision does not declare counts
 * as not sent, although objects are open.
 */
export class Coverage {
  readonly #reader: ShapeMap;
  readonly #sender: ShapeMap;
  /** What holds if nothing speaks against it, in the order it was assumed. A type may contain itself. */
  readonly #assumed = new Set<string>();
  readonly #refuted = new Set<string>();

  constructor(reader: ShapeMap, sender: ShapeMap) {
    this.#reader = reader;
    this.#sender = sender;
  }

  /** Whether every value that is sent is one that is read. */
  covers(read: Shape, sent: Shape): boolean {
    const question = JSON.stringify([read, sent]);
    if (this.#assumed.has(question)) return true;
    if (this.#refuted.has(question)) return false;
    const before = this.#assumed.size;
    this.#assumed.add(question);
    const answer = this.#compare(read, sent);
    if (!answer) {
      // Whatever was found on the way may rest on this.
      for (const assumed of [...this.#assumed].slice(before)) this.#assumed.delete(assumed);
      this.#refuted.add(question);
    }
    return answer;
  }

  #compare(read: Shape, sent: Shape): boolean {
    const parts = alternatives(sent, this.#sender);
    if (parts.length > 1) return parts.every((part) => this.covers(read, part));
    const [part = sent] = parts;
    if (typeof read === 'string' && (read === sent || read === part)) return true;
    const reads = resolveShape(read, this.#reader);
    const sends = resolveShape(part, this.#sender);
    if (reads === 'any') return true;
    if (sends === 'any') return ANYTHING.every((kind) => this.covers(read, kind));
    const choices = alternatives(read, this.#reader);
    if (choices.length > 1) return choices.some((choice) => this.covers(choice, part));
    const [choice = reads] = choices;
    return this.#single(resolveShape(choice, this.#reader), sends);
  }

  /** Neither side is a name or a union. */
  #single(read: Shape, sent: Shape): boolean {
    if (typeof read !== 'string' && 'all' in read) return read.all.every((member) => this.covers(member, sent));
    if (typeof sent !== 'string' && 'all' in sent) {
      const merged = mergeObjects(sent.all, this.#sender);
      return sent.all.some((member) => this.covers(read, member)) || (!!merged && this.covers(read, merged));
    }
    if (typeof read !== 'string' && typeof sent !== 'string' && 'items' in read && 'items' in sent) {
      const fits = (read.least ?? 0) <= (sent.least ?? 0) && (read.most ?? Infinity) >= (sent.most ?? Infinity);
      return fits && this.covers(read.items, sent.items);
    }
    const readObject = objectOf(read, this.#reader);
    const sentObject = objectOf(sent, this.#sender);
    if (readObject && sentObject) return this.#objects(readObject, sentObject);
    return primitiveCovers(read, sent);
  }

  #objects(read: ObjectShape, sent: ObjectShape): boolean {
    const readFields = fieldsOf(read);
    const sentFields = fieldsOf(sent);
    for (const [name, { optional, shape }] of readFields) {
      const field = sentFields.get(name);
      if (field ? field.optional && !optional : !optional) return false;
      if (field && !this.covers(shape, field.shape)) return false;
    }
    if (read.rest === undefined || read.rest === 'any') return true;
    const others = [...sentFields].filter(([name]) => !readFields.has(name)).map(([, { shape }]) => shape);
    return [...others, ...(sent.rest === undefined ? [] : [sent.rest])].every((shape) =>
      this.covers(read.rest ?? 'any', shape),
    );
  }
}
