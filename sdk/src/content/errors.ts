/** A handler returned what has no place in a result. The message says what was returned, and what to return instead. */
export class ReturnValueError extends TypeError {
  override readonly name = 'ReturnValueError';

  /** The same, with the name of the tool, prompt or resource whose handler it was. */
  about(target: string): ReturnValueError {
    return new ReturnValueError(`${target}: ${this.message}`, { cause: this });
  }
}

/** A value in a few words, for people. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { constructor } = value as { readonly constructor?: unknown };
  const name = typeof constructor === 'function' ? constructor.name : 'Object';
  return name === 'Object' || name === '' ? 'an object' : `an object of the class ${name}`;
}
