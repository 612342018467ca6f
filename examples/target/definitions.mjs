// @ts-check
/**
 * A target of a project's own: a page of each revision with its definitions, and what their values are.
 *
 *     mcp-gen generate 2025-11-25 --target ./definitions.mjs --out protocol
 */

/** @import { Plan, RevisionPlan, Shape, Target } from 'mcp-gen' */

/** @type {Target} */
export default {
  name: 'definitions',
  emit: ({ revisions, proseOf }, banner) =>
    revisions.map((revision) => ({
      path: `${revision.protocol.revision}/definitions.md`,
      text: `<!-- ${banner(revision.protocol)} -->\n\n${pageOf(revision, proseOf)}`,
    })),
};

/**
 * @param {RevisionPlan} plan
 * @param {Plan['proseOf']} proseOf
 */
function pageOf({ protocol, shapes, recursive }, proseOf) {
  const sections = protocol.definitions.types.map(({ name, docs }) => {
    const note = recursive.has(name) ? ' It may contain itself.' : '';
    return `## ${name}\n\n${proseOf(docs)}${note}\n\n${describe(shapes[name] ?? 'any')}\n`;
  });
  return `# Revision ${protocol.revision}\n\n${sections.join('\n')}`;
}

/**
 * Describes what values a shape has. Every kind of shape is here.
 *
 * @param {Shape} shape
 * @returns {string}
 */
function describe(shape) {
  if (typeof shape === 'string') return shape;
  if ('is' in shape) return shape.is.map((value) => JSON.stringify(value)).join(' or ');
  if ('number' in shape) return `${shape.number} from ${shape.min ?? '-∞'} to ${shape.max ?? '∞'}`;
  if ('items' in shape) return `array of (${describe(shape.items)})`;
  if ('tag' in shape) return `object with one of the ${shape.tag}s ${Object.keys(shape.of).join(', ')}`;
  if ('any' in shape) return shape.any.map(describe).join(' or ');
  if ('all' in shape) return shape.all.map(describe).join(' and ');
  if ('limits' in shape) return `within ${JSON.stringify(shape.limits)}`;
  const { has = {}, may = {}, rest } = shape;
  const properties = [
    ...Object.entries(has).map(([name, part]) => `- ${name}: ${describe(part)}`),
    ...Object.entries(may).map(([name, part]) => `- ${name}, optional: ${describe(part)}`),
    ...(rest === undefined ? [] : [`- all others: ${describe(rest)}`]),
  ];
  return `object:\n${properties.join('\n')}`;
}
