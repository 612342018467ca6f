import { brandError } from '@mcp-gen/runtime';

/** A handler returned an invalid value. The message says what it returned, and what to return instead. */
export class ReturnValueError extends TypeError {
  override readonly name = 'ReturnValueError';
  /** The error code of this class. */
  readonly code = 'INVALID_RETURN_VALUE';

  static {
    brandError(this, 'ReturnValueError');
  }

  /** Returns the same error, prefixed with the name of the tool, prompt, or resource. */
  about(target: string): ReturnValueError {
    return new ReturnValueError(`${target}: ${this.message}`, { cause: this });
  }
}

/** Describes a value in an error message. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { constructor } = value as { readonly constructor?: unknown };
  const name = typeof constructor === 'function' ? constructor.name : 'Object';
  return name === 'Object' || name === '' ? 'an object' : `an object of the class ${name}`;
}
