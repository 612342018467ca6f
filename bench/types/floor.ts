// What the schema alone costs.
import { z } from 'zod';

export const input = z.object({ city: z.string(), days: z.number().optional() });
export type Input = z.output<typeof input>;
