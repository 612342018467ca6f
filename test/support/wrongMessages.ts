/** Judges message classes: what they make, the guards of their revision must accept. */

import type { Protocol } from '../../generator/model/protocol.js';
import type { GeneratedFile } from '../../generator/targets/file.js';
import { emitProtocols } from './emitProtocols.js';
import { loadMessages, type Judges } from './loadGenerated.js';
import { Samples, type Schema } from './samples.js';

/** The schemas of definitions, as the JSON Schema target has them. */
function schemasOf(protocol: Protocol): { readonly [name: string]: Schema } {
  const [file] = emitProtocols([protocol], 'json-schema');
  const { $defs } = JSON.parse(file?.text ?? '{}') as { $defs: { [name: string]: Schema } };
  return JSON.parse(
    JSON.stringify($defs, (key, value: unknown) =>
      ['default', 'examples', '$comment'].includes(key) ? undefined : value,
    ),
  ) as typeof $defs;
}

/**
 * Makes messages of each class with drawn values, and returns those that the guards of their revision do not accept.
 *
 * @param files the generated code of the revision
 * @param each the messages of each class
 */
export function wrongMessages(
  protocol: Protocol,
  files: readonly GeneratedFile[],
  { guards, explain }: Judges,
  each = 5,
): { readonly count: number; readonly wrong: readonly string[] } {
  const classes = loadMessages(files);
  const samples = new Samples(schemasOf(protocol), 34);
  const messages = [...protocol.requests, ...protocol.notifications].flatMap((message) =>
    Array.from({ length: each }, (_, index) => ({ message, index })),
  );
  const wrong = messages.flatMap(({ message: { kind, declaration, params }, index }) => {
    const envelope = protocol.source.nameOf(kind === 'request' ? 'JSONRPCRequest' : 'JSONRPCNotification');
    const sample: { readonly id?: unknown } = {
      ...(samples.valid(envelope) as object),
      ...(samples.valid(declaration.name) as object),
    };
    const given = params.optional && index === 1 ? undefined : samples.valid(params.type);
    const values = kind === 'request' ? [sample.id, given, sample] : [given, sample];
    const Message = classes[`${declaration.name}Message`];
    const sent: unknown = Message && JSON.parse(JSON.stringify(new Message(...values)));
    return [declaration.name, envelope].flatMap((name) =>
      guards[name]?.(sent) === false
        ? [
            `${name}: ${explain(name, sent)
              .map((issue) => issue.message)
              .join('; ')}: ${JSON.stringify(sent)}`,
          ]
        : [],
    );
  });
  return { count: messages.length, wrong };
}
