/** Finds what the decisions about capabilities are about that no message requires: their types, and the rules in their docs. */

import { CAPABILITIES } from '../model/anchors.js';
import type { Side } from '../model/facts.js';
import { propertiesBelow, referenceTo } from '../model/places.js';
import { allMessages, declaringSides, type Protocol } from '../model/protocol.js';
import { docsIn, type Undigested } from './docsOf.js';
import type { SubjectLines } from './subjectLines.js';

/** Returns the subject of each capability that no message requires, by decision: `capabilities/client.experimental`. */
export function capabilitySubjects(
  protocol: Protocol,
  lines: SubjectLines,
): readonly (readonly [string, Undigested])[] {
  const { source } = protocol;
  return (Object.keys(CAPABILITIES) as Side[]).flatMap((side) => {
    const definition = source.nameOf(CAPABILITIES[side]);
    if (!source.findType(definition)) return [];
    const messages = allMessages(protocol).filter((message) => declaringSides(message).includes(side));
    const required = new Set(messages.map(({ capability = '' }) => capability.split('.')[0] ?? ''));
    const fields = lines.objectNamed(definition);
    const free = propertiesBelow(source, referenceTo(definition)).filter(({ name }) => !required.has(name));
    return free.map((property): readonly [string, Undigested] => {
      const field = fields?.get(property.name);
      const documented = [property, ...propertiesBelow(source, property.type)].flatMap(docsIn);
      const subject = field ? lines.ofFields(new Map([[property.name, field]])) : [];
      return [`capabilities/${side}.${property.name}`, { value: 'as declared', subject, documented }];
    });
  });
}
