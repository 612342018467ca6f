/** A tool that asks back: the person in a form, the model for a verse, the person whether it will do. It is served over stdio. */

import { Server } from '@mcp-gen/sdk';
import { z } from 'zod';

const server = new Server({ name: 'cards', version: '1.0.0' });

server.tool('write_card', { description: 'Writes a greeting card' }, async (_, context) => {
  const order = await context.elicit('order', {
    message: 'Who is the card for?',
    schema: z.object({ name: z.string().min(1), occasion: z.enum(['birthday', 'wedding', 'farewell']) }),
  });
  if (order.action !== 'accept') return 'No card, then.';

  const { name, occasion } = order.content;
  const { text } = await context.sample('verse', {
    systemPrompt: 'You write greeting cards of two lines.',
    messages: `A card to ${name} for a ${occasion}`,
    maxTokens: 200,
  });

  const approval = await context.elicit('approval', { message: `Will this do?\n\n${text}`, schema: z.object({}) });
  return approval.action === 'accept' ? text : 'The card was not to their liking.';
});

server.serve();
