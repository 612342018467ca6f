import type { Instruction } from './matcher.js';
import { type Operator, OPERATORS, type TemplatePart, type VariableSpec } from './parseTemplate.js';
import { normalizeTriplets, unitsOf } from './percent.js';
import { normalizePrefix, plain } from './uri.js';

/** A compiled template. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** The variables that captures refer to by index. A name occurs as often as in the template. */
  readonly variables: readonly (VariableSpec & { readonly operator: Operator })[];
}

type Accepts = (unit: string) => boolean;
type Expression = Exclude<TemplatePart, string>;

/** Characters of a path segment, without those that operators put between values. */
const SEGMENT = /^[A-Za-z0-9\-._~!$'()*+:@=]$/;
/** Characters that would leave the segment after decoding: slashes, backslashes, control characters. */
const LEAVES_SEGMENT = /^%(?:2F|5C|[01].|7F)$/;
const SLASH = '%2F';

const SEGMENT_UNIT: Accepts = (unit) => (unit.length > 1 ? !LEAVES_SEGMENT.test(unit) : SEGMENT.test(unit));

/**
 * Compiles a template.
 *
 * @param isPlain whether to match plain spellings of URIs, in which delimiters in values are not encoded
 * @param takesSlashes whether a value may have encoded slashes where it would be a part of a segment without them
 */
export function compile(parts: readonly TemplatePart[], isPlain = false, takesSlashes = false): Program {
  const compiler = new Compiler(isPlain, takesSlashes);
  parts.forEach((part, index) => {
    if (typeof part === 'string') compiler.text(normalizeTriplets(index === 0 ? normalizePrefix(part) : part));
    else compiler.expression(part, parts.slice(index + 1));
  });
  return compiler;
}

class Compiler implements Program {
  readonly instructions: Instruction[] = [];
  readonly variables: Program['variables'][number][] = [];
  readonly #isPlain: boolean;
  readonly #takesSlashes: boolean;

  constructor(isPlain: boolean, takesSlashes: boolean) {
    this.#isPlain = isPlain;
    this.#takesSlashes = takesSlashes;
  }

  text(text: string): void {
    this.instructions.push({ do: 'text', units: unitsOf(this.#isPlain ? plain(text) : text) ?? [] });
  }

  expression({ operator, variables }: Expression, later: readonly TemplatePart[]): void {
    const { first, separator, named } = OPERATORS[operator];
    const several = variables.length > 1 || variables.some(({ explode }) => explode);
    const stops = operator === '+' ? stopsOf(later) : '';
    const accepts = this.#isPlain
      ? acceptedPlain(operator, this.#takesSlashes)
      : acceptedBy(operator, several && !named ? separator + stops : stops, this.#takesSlashes);
    const values = variables.map((variable) => {
      const index = this.variables.push({ ...variable, operator }) - 1;
      return { name: variable.name, explode: variable.explode, index };
    });

    if (named) {
      const pair = () => {
        this.#either(
          values.map(({ name, index }) => () => {
            this.text(name);
            this.#either([
              () => {
                this.text('=');
                this.#value(index, accepts, 0);
              },
              () => this.instructions.push({ do: 'open', variable: index }, { do: 'close' }),
            ]);
          }),
        );
      };
      this.#optional(() => {
        this.text(first);
        pair();
        this.#repeat(() => {
          this.text(separator);
          pair();
        });
      });
      return;
    }

    const required = first === '';
    const from = (position: number): void => {
      const value = values[position];
      if (value === undefined) return;
      this.text(position === 0 ? first : separator);
      this.#value(value.index, accepts, required ? 1 : 0);
      if (value.explode) {
        this.#repeat(() => {
          this.text(separator);
          this.#value(value.index, accepts, required ? 1 : 0);
        });
      }
      if (required) from(position + 1);
      else if (position + 1 < values.length) this.#optional(() => from(position + 1));
    };
    if (required) from(0);
    else this.#optional(() => from(0));
  }

  #value(variable: number, accepts: Accepts, least: 0 | 1): void {
    this.instructions.push({ do: 'open', variable });
    if (least === 1) this.instructions.push({ do: 'take', accepts });
    this.instructions.push({ do: 'many', accepts }, { do: 'close' });
  }

  #optional(body: () => void): void {
    this.#either([body, () => undefined]);
  }

  #repeat(body: () => void): void {
    const start = this.instructions.length;
    this.#optional(() => {
      body();
      this.instructions.push({ do: 'go', to: start });
    });
  }

  /** Tries several alternatives in order. */
  #either(ways: readonly (() => void)[]): void {
    const [way, ...others] = ways;
    if (way === undefined) return;
    if (others.length === 0) {
      way();
      return;
    }
    const fork = { do: 'fork' as const, otherwise: 0 };
    this.instructions.push(fork);
    way();
    const go = { do: 'go' as const, to: 0 };
    this.instructions.push(go);
    fork.otherwise = this.instructions.length;
    this.#either(others);
    go.to = this.instructions.length;
  }
}

/** The characters at which `{+path}` stops, so that a later expression can match: the start of a query, for example. */
function stopsOf(later: readonly TemplatePart[]): string {
  const operators = later.flatMap((part) => (typeof part === 'string' ? [] : [part.operator]));
  return operators.filter((operator) => ['?', '&', '#', ';'].includes(operator)).join('');
}

function acceptedBy(operator: Operator, stops: string, takesSlashes: boolean): Accepts {
  const except = new Set(stops);
  if (operator === '?' || operator === '&') return (unit) => unit !== '&' && unit !== '#';
  if (operator === '+' || operator === '#') return (unit) => !except.has(unit);
  return (unit) => (takesSlashes && unit === SLASH) || (SEGMENT_UNIT(unit) && !except.has(unit));
}

/** Accepts at least what {@link acceptedBy} accepts, in its plain spelling. */
function acceptedPlain(operator: Operator, takesSlashes: boolean): Accepts {
  if (operator === '?' || operator === '&') return (unit) => unit !== '#';
  if (operator === '+' || operator === '#') return () => true;
  return (unit) => (takesSlashes || unit !== '/') && unit !== '?' && unit !== '#';
}
