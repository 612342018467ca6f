import { printable, shorten } from '../printable.js';
import { InputError, SchemaProblems, type Problem } from '../problems.js';
import { PullError } from '../pull/pullError.js';
import { TargetError } from '../targets/target.js';
import { ScaffoldError } from '../scaffold/scaffoldError.js';
import { WriteError } from '../write/writeError.js';
import { count } from './phrases.js';
import { exitCode, type Outcome, UsageError } from './outcome.js';
import type { Terminal } from './terminal.js';

/** The maximum number of characters of a message, because it may quote a file or a response. */
const MAX_LENGTH = 10_000;

const MISTAKES = [InputError, PullError, ScaffoldError, UsageError, WriteError];

/** Describes an error. Only a bug shows a stack trace: of mcp-gen itself, or of a target. */
export function describeFailure(error: unknown, paint: Terminal['paint']): Outcome {
  if (error instanceof SchemaProblems) return describeProblems(error.problems, paint);
  if (MISTAKES.some((kind) => error instanceof kind)) return mistake((error as Error).message, paint);
  if (error instanceof TargetError) return describeTarget(error, paint);
  return describeDefect(error, paint);
}

function describeTarget({ message, cause }: TargetError, paint: Terminal['paint']): Outcome {
  const stack = cause instanceof Error ? [printable(cause.stack ?? '')] : [];
  const { text, ...outcome } = mistake(`${message}. This is a bug of the target.`, paint);
  return { ...outcome, text: [...stack, text].join('\n') };
}

function mistake(message: string, paint: Terminal['paint']): Outcome {
  return {
    exitCode: exitCode.usage,
    text: `${paint('red', 'error:')} ${printable(shorten(message, MAX_LENGTH))}`,
    json: { error: { message } },
  };
}

function describeProblems(problems: readonly Problem[], paint: Terminal['paint']): Outcome {
  const lines = problems.map(
    ({ file, line, column, message, remedy }) =>
      `${paint('bold', printable(`${file}:${line}:${column}`))}  ${printable(message)}\n  ${printable(remedy)}`,
  );
  const message = `${count(problems.length, 'problem')} in the schema. Nothing was written.`;
  return {
    exitCode: exitCode.schema,
    text: [...lines, `${paint('red', 'error:')} ${message}`].join('\n'),
    json: { error: { message, problems } },
  };
}

function describeDefect(error: unknown, paint: Terminal['paint']): Outcome {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: error };
  const request = 'This is a bug of mcp-gen. Please report it with the lines above.';
  return {
    exitCode: exitCode.internal,
    text: `${printable(String(stack))}\n${paint('red', 'error:')} ${request}`,
    json: { error: { message, defect: true } },
  };
}
