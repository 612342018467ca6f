/** How the questions of servers are answered: by the user, in the terminal. */

import { plainLine, plainText, type ClientOptions, type FormContent, type FormRequest } from '@mcp-gen/sdk/client';
import { describeValue } from './text/values.js';
import type { Terminal } from './terminal.js';

type Field = FormRequest['requestedSchema']['properties'][string];

/** Returns the options of a client that answer a server. Without a terminal, servers are told that nobody can be asked. */
export function answersOf(terminal: Terminal, signal: AbortSignal): ClientOptions {
  const { ask } = terminal;
  if (ask === undefined) return {};
  const question = (text: string): Promise<string> => ask(text, signal);
  return {
    elicitation: {
      form: async (request, { check, defaults }) => {
        terminal.note(`The server asks: ${plainText(request.message)}`);
        for (;;) {
          const content: { [name: string]: FormContent[string] } = { ...defaults };
          for (const [name, field] of Object.entries(request.requestedSchema.properties)) {
            const answer = await question(`${labelOf(name, field, defaults[name])}: `);
            if (answer !== '') content[name] = valueOf(answer, field);
          }
          const issues = check(content);
          for (const { message } of issues) terminal.note(plainLine(message));
          if (issues.length > 0) continue;
          const sure = await question('Send this? [Y/n/c(ancel)] ');
          if (/^c/i.test(sure)) return { action: 'cancel' };
          return /^n/i.test(sure) ? { action: 'decline' } : { action: 'accept', content };
        }
      },
      url: async ({ message, url }) => {
        terminal.note(`The server asks you to visit a page: ${plainText(message)}`);
        terminal.note(plainLine(String(url), 2_000));
        return /^y/i.test(await question('Have you decided to open it? [y/N] ')) ? 'accept' : 'decline';
      },
    },
  };
}

function labelOf(name: string, field: Field, given: FormContent[string] | undefined): string {
  const title = plainLine(field.title ?? name, 80);
  const choices =
    'enum' in field && Array.isArray(field.enum)
      ? ` (${field.enum.map((each) => plainLine(String(each), 40)).join(', ')})`
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
