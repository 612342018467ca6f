import type { Definitions } from '../../generator/model/definitions.js';
import type { Samples } from '../../test/support/samples.js';

export function sampler(generator: typeof Samples, definitions: Definitions): (definition: string) => unknown;
