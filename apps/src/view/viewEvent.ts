/** What a host tells a view: kept until somebody listens, since it may come before the page has set up everything. */

/** Listeners of one kind of event. */
export class ViewEvent<Value> {
  readonly #listeners = new Set<(value: Value) => void>();
  #last: { readonly value: Value } | undefined;

  /** Calls a function with the last value, if there is one, and with each further value. Returns a function that ends that. */
  on(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener);
    if (this.#last !== undefined) listener(this.#last.value);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets the last value. */
  clear(): void {
    this.#last = undefined;
  }

  /** Passes a value on. Throws the first error of a listener when all of them have been called. */
  emit(value: Value): void {
    this.#last = { value };
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
