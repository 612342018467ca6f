/** How the questions of servers are answered: by the user, in the terminal. */

import { plainLine, plainText, type ClientOptions, type FormContent, type FormRequest } from '@mcp-gen/sdk/client';
import type { ContentBlock } from '@mcp-gen/protocol/author';
import { contentText, describeValue } from './text/values.js';
import type { Terminal } from './terminal.js';

/** Questions after which the user is asked whether to go on: a server can ask without end. */
const MAX_QUESTIONS = 5;
/** Fields of a form. Forms with more are cancelled. */
const MAX_FIELDS = 50;
/** How often a form is asked for again, because the answers do not match its schema: some schemas match nothing. */
const MAX_ATTEMPTS = 5;
/** Choices of a field that are shown. */
const MAX_CHOICES = 30;
/** Characters of a message. */
const MAX_MESSAGE_LENGTH = 4_000;

type Field = FormRequest['requestedSchema']['properties'][string];

/** What servers may ask for beside forms and visits. */
export interface AnswerOptions {
  /** Whether the user writes in place of a model. Default false: requests for a model are refused. */
  readonly allowSampling?: boolean | undefined;
}

/** Returns the options of a client that answer a server. Without a terminal, servers are told that nobody can be asked. */
export function answersOf(
  terminal: Terminal,
  signal: AbortSignal,
  { allowSampling = false }: AnswerOptions = {},
): ClientOptions {
  const { ask } = terminal;
  if (ask === undefined) return {};
  const mayAsk = untilTired((text) => ask(text, signal));
  const inTurn = queue();
  const writes: ClientOptions = {
    sampling: {
      model: ({ systemPrompt, messages }, { signal: cancelled }) =>
        inTurn(async () => {
          if (!(await mayAsk())) throw new Error('The user answers no further questions');
          terminal.note('The server asks a model:');
          if (systemPrompt !== undefined) terminal.note(`system: ${messageText(systemPrompt)}`);
          for (const { role, content } of messages) {
            const text = contentText([content].flat() as readonly ContentBlock[], () => '(a file)');
            terminal.note(`${role}: ${messageText(text)}`);
          }
          const text = await ask('Answer as the model: ', AbortSignal.any([signal, cancelled]));
          return { model: 'the user', role: 'assistant', content: { type: 'text', text } };
        }),
    },
  };
  return {
    ...(allowSampling && writes),
    elicitation: {
      form: (request, { check, defaults, signal: cancelled }) =>
        inTurn(async () => {
          const question = (text: string): Promise<string> => ask(text, AbortSignal.any([signal, cancelled]));
          if (!(await mayAsk())) return { action: 'cancel' };
          terminal.note(`The server asks: ${messageText(request.message)}`);
          const fields = Object.entries(request.requestedSchema.properties);
          if (fields.length > MAX_FIELDS) {
            terminal.note(`The form has ${fields.length} fields, and is cancelled: at most ${MAX_FIELDS} are shown.`);
            return { action: 'cancel' };
          }
          for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            const answers = new Map<string, FormContent[string]>(Object.entries(defaults));
            for (const [name, field] of fields) {
              const answer = await question(`${labelOf(name, field, defaults[name])}: `);
              if (answer !== '') answers.set(name, valueOf(answer, field));
            }
            const content = Object.fromEntries(answers);
            const issues = check(content);
            for (const { message } of issues) terminal.note(plainLine(message));
            if (issues.length > 0) continue;
            const sure = await question('Send this? [Y/n/c(ancel)] ');
            if (/^c/i.test(sure)) return { action: 'cancel' };
            return /^n/i.test(sure) ? { action: 'decline' } : { action: 'accept', content };
          }
          terminal.note('The form is cancelled: the answers do not match it.');
          return { action: 'cancel' };
        }),
      url: ({ message, url }, { signal: cancelled }) =>
        inTurn(async () => {
          if (!(await mayAsk())) return 'cancel';
          terminal.note(`The server asks you to visit a page: ${messageText(message)}`);
          terminal.note(plainLine(url, 2_000));
          const answer = await ask('Have you decided to open it? [y/N] ', AbortSignal.any([signal, cancelled]));
          return /^y/i.test(answer) ? 'accept' : 'decline';
        }),
    },
  };
}

/** Returns a function that runs others one after another: an answer must not go to a question that the user has not read. */
function queue(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Returns a function that asks the user from time to time whether to be asked further. Resolves with whether the server may ask. */
function untilTired(question: (text: string) => Promise<string>): () => Promise<boolean> {
  let asked = 0;
  let isTired = false;
  return async () => {
    if (!isTired && asked++ > 0 && asked % MAX_QUESTIONS === 1) {
      isTired = !/^y/i.test(
        await question(`The server has asked ${asked - 1} times. Answer further questions? [y/N] `),
      );
    }
    return !isTired;
  };
}

/** Lines after the first are indented, so that they cannot be taken for those of this program. */
function messageText(text: string): string {
  return plainText(text.slice(0, MAX_MESSAGE_LENGTH)).replaceAll('\n', '\n    ');
}

function labelOf(name: string, field: Field, given: FormContent[string] | undefined): string {
  const title = plainLine(field.title ?? name, 80);
  const choices =
    'enum' in field && Array.isArray(field.enum)
      ? ` (${field.enum
          .slice(0, MAX_CHOICES)
          .map((each) => plainLine(each, 40))
          .join(', ')}${field.enum.length > MAX_CHOICES ? ', …' : ''})`
      : '';
  const described = field.description === undefined ? '' : ` - ${plainLine(field.description, 120)}`;
  return `${title}${choices}${described}${given === undefined ? '' : ` [${describeValue(given)}]`}`;
}

function valueOf(text: string, field: Field): FormContent[string] {
  if (field.type === 'boolean') return /^(y|yes|true|1)$/i.test(text);
  if (field.type === 'number' || field.type === 'integer') return Number(text);
  if (field.type === 'array') return text.split(',').map((each) => each.trim());
  return text;
}
