import type { Protocol } from '../../generator/model/protocol.js';
import type { Samples } from '../../test/support/samples.js';

export function sampler(generator: typeof Samples, protocol: Protocol): (definition: string) => unknown;
