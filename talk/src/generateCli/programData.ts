/** The data of a generated program: all that differs between programs. */

/** How a flag is read from the command line. `any` is JSON, or else text. */
export type FlagKind = 'string' | 'integer' | 'number' | 'boolean' | 'choice' | 'json' | 'any';

/** An option of all commands. */
export interface ProgramOption {
  /** Without `--`. */
  readonly flag: string;
  readonly kind: FlagKind;
  /** The placeholder of its value: `<number>`. Absent if it has none. */
  readonly value?: string;
  readonly help: string;
}

/** A flag for an argument of a tool. One that is boolean also has the form `--no-`. */
export interface ToolFlag extends ProgramOption {
  /** The name of the argument. */
  readonly property: string;
  /** The values, for the kind `choice`. */
  readonly choices?: readonly unknown[];
  /** Whether each use adds to a list. */
  readonly repeats?: boolean;
  readonly required?: boolean;
}

/** A command for a tool. */
export interface ToolCommand {
  readonly command: string;
  /** The name of the tool. */
  readonly name: string;
  readonly help: string;
  readonly flags: readonly ToolFlag[];
  /** The schema of the arguments. Absent if arguments cannot be checked against it. */
  readonly schema?: object;
}

/** A part of a text: as it is, a variable of the environment, or a path that is relative to the program. */
export type TextPart = string | { readonly env: string } | { readonly file: string };

/** A text of which no part is a secret. */
export type ProgramText = string | readonly TextPart[];

/** A variable of the environment that a program reads. */
export interface ProgramVariable {
  readonly name: string;
  readonly what: string;
}

/** How a program reaches its server: by its URL, or by its command. */
export interface ProgramServer {
  readonly url?: ProgramText;
  readonly headers?: { readonly [name: string]: ProgramText };
  /** Options of the login; present if there is one. */
  readonly auth?: object;
  readonly command?: readonly ProgramText[];
  readonly env?: { readonly [name: string]: ProgramText };
  readonly revisions?: readonly string[];
}

/** All that is not about single tools. */
export interface Program {
  readonly name: string;
  readonly version: string;
  /** The first line of the help. */
  readonly title: string;
  readonly server: ProgramServer;
  readonly variables: readonly ProgramVariable[];
  readonly options: readonly ProgramOption[];
}

/** The options of all commands. */
export const PROGRAM_OPTIONS: readonly ProgramOption[] = [
  {
    flag: 'input',
    kind: 'string',
    value: '<json>',
    help: 'all arguments as one JSON object, or - to read it from standard input; flags take precedence',
  },
  { flag: 'json', kind: 'boolean', help: 'print the result as JSON' },
  {
    flag: 'out',
    kind: 'string',
    value: '<folder>',
    help: 'save images, audio, and other files here (default: a temporary folder)',
  },
  { flag: 'timeout', kind: 'string', value: '<seconds>', help: 'wait so long for a response (default: 60)' },
  { flag: 'no-check', kind: 'boolean', help: 'send the arguments without checking them' },
  { flag: 'help', kind: 'boolean', help: 'show this help' },
];
