/** A chat at the terminal: a host, three servers, and a model. `node main.ts`, in a folder that the servers may see. */

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Host, plainLine, plainText, type FormRequest } from '@mcp-gen/sdk/host';
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

async function fillIn({ properties }: FormRequest['requestedSchema']): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const name of Object.keys(properties)) content[name] = (await ask(`  ${plainLine(name)}: `)) ?? '';
  return content;
}

/** The example of a name, as a server. */
function example(name: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL(`../${name}/server.ts`, import.meta.url))] };
}

const host = new Host({
  servers: { weather: example('weather'), files: example('files'), cards: example('ask') },
  roots: [process.cwd()],
  model: complete,
  consent: (question) => {
    switch (question.kind) {
      case 'tool':
        return agree(`Call ${question.tool.name} with ${JSON.stringify(question.arguments)}?`);
      case 'roots':
        return agree(`May ${question.server} see ${question.root.name}?`);
      case 'sampling':
        return agree(`May ${question.server} use the model?`);
      case 'request':
        return agree(`May ${question.server} send ${question.method}?`);
    }
  },
  elicit: {
    form: async ({ message, requestedSchema }, { server }) => {
      console.log(`${server} asks: ${plainText(message)}`);
      const content = await fillIn(requestedSchema);
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
