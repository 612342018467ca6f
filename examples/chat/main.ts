/** A chat at the terminal: a host, three servers, and a model. `node main.ts`, in a folder that the servers may see. */

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Host, plainText, type ToolQuestion } from '@mcp-gen/sdk/host';
import { fillIn } from './form.ts';
import { complete, nextMove, type Turn } from './model.ts';

const lines = createInterface(process.stdin)[Symbol.asyncIterator]();

/** What the person says, or nothing at the end of the input. */
async function ask(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const line = await lines.next();
  return line.done === true ? undefined : line.value;
}

async function agree(question: string): Promise<boolean> {
  return (await ask(`${question} (y/n) `)) === 'y';
}

/** Tools that the person has allowed for the rest of the chat, as they were when the person did. */
const allowed = new Set<string>();

/** Asks for consent to a call, unless the person has allowed all calls of this tool. A tool that has changed is another one. */
async function agreeToCall({ tool, arguments: given }: ToolQuestion): Promise<boolean> {
  const shown = JSON.stringify(tool);
  if (allowed.has(shown)) return true;
  const answer = await ask(`Call ${tool.name} with ${JSON.stringify(given)}? (y/n, a: always) `);
  if (answer === 'a') allowed.add(shown);
  return answer === 'a' || answer === 'y';
}

/** The example of a name, as a server. */
function example(name: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL(`../${name}/server.ts`, import.meta.url))] };
}

const host = new Host({
  servers: { weather: example('weather'), files: example('files'), cards: example('ask') },
  roots: [process.cwd()],
  sampling: {
    model: complete,
  },
  consent: (question) => {
    switch (question.kind) {
      case 'tool':
        return agreeToCall(question);
      case 'roots':
        return agree(`May ${question.server} see ${question.root.name}?`);
      case 'sampling':
        return agree(`May ${question.server} use the model?`);
      case 'request':
        return agree(`May ${question.server} send ${question.method}?`);
    }
  },
  elicitation: {
    form: async ({ message, requestedSchema }, { serverName }) => {
      console.log(`${serverName} asks: ${plainText(message)}`);
      const content = await fillIn(requestedSchema, ask);
      if (content === undefined) return { action: 'cancel' };
      return (await agree('  Send this?')) ? { action: 'accept', content } : { action: 'decline' };
    },
  },
});
await host.start();

const conversation: Turn[] = [];
for (let text = await ask('> '); text !== undefined; text = await ask('> ')) {
  conversation.push({ role: 'user', text });
  console.log(plainText(await answer()));
}
await host.close();

/** Lets the model call tools until it has something to say. */
async function answer(): Promise<string> {
  const tools = (await host.tools()).map(({ name }) => name);
  for (;;) {
    const move = nextMove(conversation, tools);
    if (move.tool === undefined) {
      conversation.push({ role: 'model', text: move.text });
      return move.text;
    }
    const text = await host.callTool(move.tool, move.arguments).then(
      (result) => result.text,
      (error: unknown) => (error as Error).message,
    );
    conversation.push({ role: 'tool', text });
  }
}
