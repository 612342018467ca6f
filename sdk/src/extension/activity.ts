import type { Extension } from './declaration.js';
import { isPartOf } from './declaredSettings.js';
import { activeIn } from './extensionTables.js';

/** Knows in which revisions each extension of a program is active. */
export class Activity {
  readonly #active: ReadonlyMap<string, ReadonlySet<string>>;

  /** @param revisions those that the program supports */
  constructor(extensions: readonly Extension[], revisions: readonly string[]) {
    this.#active = new Map(
      revisions.map((revision) => [revision, new Set(activeIn(extensions, revision).map(({ id }) => id))]),
    );
  }

  /** Returns whether an extension is active in a revision. */
  includes({ id }: { readonly id: string }, revision: string): boolean {
    return this.#active.get(revision)?.has(id) === true;
  }

  /** Returns whether an extension is active in a revision with messages of its own, and not as a part of the protocol. */
  hasMessages(extension: Extension, revision: string): boolean {
    return this.includes(extension, revision) && !isPartOf(extension.declaration, revision);
  }

  /**
   * Returns middleware of an extension that passes messages of revisions in which the extension is inactive.
   *
   * @param revisionOf returns the revision of a message
   */
  limited<Message, Result>(
    extension: Extension,
    middleware: readonly Middleware<Message, Result>[],
    revisionOf: (message: Message) => string,
  ): readonly Middleware<Message, Result>[] {
    const isEverywhere = [...this.#active.keys()].every((revision) => this.includes(extension, revision));
    if (isEverywhere) return middleware;
    return middleware.map(
      (each) => (message, next) =>
        this.includes(extension, revisionOf(message)) ? each(message, next) : next(message),
    );
  }
}

type Middleware<Message, Result> = (message: Message, next: (message: Message) => Promise<Result>) => Promise<Result>;
