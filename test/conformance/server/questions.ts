/** What asks the client something: tools, and a prompt. The suite knows many questions by their keys. */

import { form, roots, sample, type JsonSchema, type Question, type Server } from '@mcp-gen/sdk';
import { z } from 'zod';

const NAME = form({ message: 'What is your name?', schema: z.object({ name: z.string() }) });
const CONFIRMATION = form({ message: 'Is that right?', schema: z.object({ ok: z.boolean() }) });
const CAPITAL = sample({ messages: 'What is the capital of France?', maxTokens: 100 });
const QUESTIONS = { user_name: NAME, capital_question: CAPITAL, client_roots: roots() };

const LEVELS = ['low', 'middle', 'high'];
const TITLES = ['Low', 'Middle', 'High'];
const TITLED = LEVELS.map((level, at) => ({ const: level, title: TITLES[at] ?? level }));

/** A form with defaults. */
const DETAILS: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

/** A form with every kind of choice. */
const CHOICES: JsonSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: LEVELS },
    titledSingle: { type: 'string', oneOf: TITLED },
    legacyEnum: { type: 'string', enum: LEVELS, enumNames: TITLES },
    untitledMulti: { type: 'array', items: { type: 'string', enum: LEVELS } },
    titledMulti: { type: 'array', items: { anyOf: TITLED } },
  },
};

/** The tools that ask fixed questions, and return the answers. */
const QUESTIONS_BY_TOOL: { readonly [tool: string]: { readonly [key: string]: Question<unknown> } } = {
  test_elicitation_sep1034_defaults: { form: form({ message: 'Correct what is wrong', schema: DETAILS }) },
  test_elicitation_sep1330_enums: { form: form({ message: 'Choose', schema: CHOICES }) },
  test_streaming_elicitation: { user_name: NAME },
  test_missing_capability: { capital_question: CAPITAL },
  test_input_required_result_elicitation: { user_name: NAME },
  test_input_required_result_sampling: { capital_question: CAPITAL },
  test_input_required_result_list_roots: { client_roots: roots() },
  test_input_required_result_multiple_inputs: QUESTIONS,
  test_input_required_result_tampered_state: { confirm: CONFIRMATION },
};

export function addQuestions(server: Server): void {
  for (const [tool, questions] of Object.entries(QUESTIONS_BY_TOOL)) {
    const description = `Asks for ${Object.keys(questions).join(', ')}`;
    server.tool(tool, { description }, async (_, { ask }) => JSON.stringify(await ask(questions)));
  }
  server.tool(
    'test_sampling',
    { description: "Passes a prompt to the client's model", input: z.object({ prompt: z.string() }) },
    async ({ prompt }, { sample }) => {
      const { text } = await sample('answer', { messages: prompt, maxTokens: 100 });
      return text;
    },
  );
  server.tool(
    'test_elicitation',
    { description: 'Asks the user who they are', input: z.object({ message: z.string() }) },
    async ({ message }, { elicit }) => {
      const schema = z.object({ username: z.string(), email: z.email() });
      return JSON.stringify(await elicit('user', { message, schema }));
    },
  );
  server.tool(
    'test_input_required_result_request_state',
    { description: 'Keeps something while it asks' },
    async (_, { ask, once }) => {
      const kept = await once('kept', () => 'state-ok');
      await ask('confirm', CONFIRMATION);
      return kept;
    },
  );
  server.tool(
    'test_input_required_result_multi_round',
    { description: 'Asks a question that follows from an answer' },
    async (_, { ask, elicit }) => {
      const { content } = await ask('step1', NAME);
      const message = `What is your favorite color, ${content?.name}?`;
      return JSON.stringify(await elicit('step2', { message, schema: z.object({ color: z.string() }) }));
    },
  );
  server.tool(
    'test_input_required_result_capabilities',
    { description: 'Asks what the client can answer' },
    async (_, { ask, can }) => {
      const answered = Object.entries(QUESTIONS).filter(([, { needs }]) => needs === undefined || can(needs));
      return JSON.stringify(await ask(Object.fromEntries<Question<unknown>>(answered)));
    },
  );
  server.prompt(
    'test_input_required_result_prompt',
    { description: 'Asks what it is to be about' },
    async (_, { elicit }) => {
      const schema = z.object({ context: z.string() });
      const { content } = await elicit('user_context', { message: 'What is this about?', schema });
      return `Speak about ${content?.context}`;
    },
  );
}
