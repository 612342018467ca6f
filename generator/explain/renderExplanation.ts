/** Renders explanations as text, in the style of a manual page. */

import { printable } from '../printable.js';
import { routeText } from '../sdk/route.js';
import type {
  Explanation,
  Fields,
  MethodExplanation,
  NameExplanation,
  Payload,
  TypeExplanation,
} from './explanation.js';
import type { Change } from './history.js';
import { paragraphs, withoutLinks, wrap, type Lines } from './layout.js';
import { fieldName } from './fields.js';

/** The output device. */
export interface Page {
  /** The number of columns. */
  readonly width: number;
  /** Makes a string bold, if the device supports it. */
  readonly bold: (text: string) => string;
}

type Fact = readonly [label: string, text: string | false | undefined];

const INDENT = '  ';
/** The number of columns of a label. */
const LABEL = 14;

/** Renders an explanation. */
export function renderExplanation(explanation: Explanation, page: Page): string {
  const { docs, see } = explanation;
  const sections = [
    [title(explanation, page)],
    paragraphs(docs, INDENT, page.width),
    ...sectionsOf(explanation, page),
    see.length === 0 ? [] : [page.bold('See also'), ...see.map((place) => INDENT + printable(withoutLinks(place)))],
  ];
  const texts = sections.map((lines) => lines.join('\n'));
  return texts.filter((text) => text !== '').join('\n\n');
}

function sectionsOf(explanation: Explanation, page: Page): readonly Lines[] {
  if (isMethod(explanation)) return methodSections(explanation, page);
  return 'uses' in explanation ? typeSections(explanation, page) : nameSections(explanation, page);
}

function isMethod(explanation: Explanation): explanation is MethodExplanation {
  return explanation.kind === 'request' || explanation.kind === 'notification';
}

/** What the value of a name is. */
const VALUES = { error: 'Code', header: 'Header', metaKey: 'Key', feature: '', capability: '' } as const;

function nameSections({ kind, value, sides, methods, ...range }: NameExplanation, page: Page): readonly Lines[] {
  return [
    factLines(
      [
        [VALUES[kind], value === undefined ? undefined : String(value)],
        ['Declared by', sides && `the ${sides.join(' and the ')}`],
        ['Needed by', methods?.join(', ')],
        ['Since', range.since],
        ['Until', range.until],
        ['Not in', range.except?.join(', ')],
      ],
      page,
    ),
  ];
}

/** The kinds whose names in data are not those for people. */
const KINDS: { readonly [Kind in Explanation['kind']]?: string } = { error: 'error code', metaKey: 'key of _meta' };

function title({ kind, name, revision }: Explanation, { width, bold }: Page): string {
  const [left, right] = [printable(name), `${KINDS[kind] ?? kind}, revision ${printable(revision)}`];
  return `${bold(left)}${' '.repeat(Math.max(2, width - left.length - right.length))}${right}`;
}

function methodSections(method: MethodExplanation, page: Page): readonly Lines[] {
  const { kind, type, senders, handler, stub, capability, lifecycle, params, result, otherResults = [] } = method;
  const { paginated, cancellable, embedded, cacheable, asks, nameParam, changeNotification, filter, extension } =
    method;
  const { routes } = method;
  const rows: readonly Fact[] = [
    ['Sent by', `the ${senders.join(', and the ')}${embedded ? ', inside a result' : ''}`],
    ['Message', type],
    ['Handler', membersText(handler, 'takes')],
    ['Stub', embedded ? 'none: it is never sent on its own' : membersText(stub, 'sends')],
    ['Capability', capability && membersText(capability, 'declares')],
    ['Lifecycle', lifecycle && 'handled by the runtime'],
    ['Paginated', paginated && 'yes'],
    ['Cancellable', kind === 'request' && (cancellable ? 'yes' : 'no')],
    ['Cacheable', cacheable && 'yes: the result states how long'],
    ['Asks', asks && 'the result may ask for input instead'],
    ['Header', nameParam !== undefined && `the parameter ${nameParam} is the value of Mcp-Name`],
    ['Changes', changeNotification !== undefined && `announced by ${changeNotification}`],
    ['Filter', filter !== undefined && `${filter}, of streams of changes`],
    ['Extension', extension],
    ['In the sdk', routes && `reachable, without an interface of its own: ${routes.map(routeText).join('; ')}`],
    ...historyRows(method),
  ];
  return [
    factLines(rows, page),
    payload('Params', params.optional ? `${params.type}, may be left out` : params.type, params, page),
    ...(result ? [payload('Result', result.type, result, page)] : []),
    ...otherResults.map((other) => payload('Or', other.type, other, page)),
  ];
}

function typeSections(explained: TypeExplanation, page: Page): readonly Lines[] {
  const { kind, meaning, unnamed, uses, errata } = explained;
  const fields = fieldLines(explained, INDENT, page);
  const rows: readonly Fact[] = [
    [kind === 'constant' ? 'Value' : 'Is', fields.length === 0 && meaning],
    ['Extends', explained.extends.join(', ')],
    ['Named', unnamed && 'by mcp-gen: the schema writes it in place'],
    ['Message of', uses.message],
    ['In params of', uses.params.join(', ')],
    ['In results of', uses.results.join(', ')],
    ['In types', uses.types.join(', ')],
    ...historyRows(explained),
  ];
  return [
    factLines(rows, page),
    fields.length === 0 ? [] : [page.bold('Fields'), ...fields],
    errata.length === 0 ? [] : [page.bold('Corrected'), ...errata.flatMap((row) => erratumLines(row, page))],
  ];
}

function payload(label: string, text: string, payload: Payload, page: Page): Lines {
  const members = (payload.oneOf ?? []).flatMap((member) => [
    `${INDENT}${printable(member.type)}`,
    ...fieldLines(member, INDENT.repeat(2), page),
  ]);
  return [`${page.bold(label)}  ${printable(text)}`, ...fieldLines(payload, INDENT, page), ...members];
}

/** Returns `callTool, of the server`. */
function membersText({ name, sides }: MethodExplanation['handler'], runtime: string): string {
  return sides.length === 0 ? `none: the runtime ${runtime} it` : `${name}, of the ${sides.join(' and the ')}`;
}

function historyRows(explanation: MethodExplanation | TypeExplanation): readonly Fact[] {
  const { since, changes, removedIn, deprecated } = explanation;
  const { until, deprecatedSince } = 'until' in explanation || 'deprecatedSince' in explanation ? explanation : {};
  const revisions = [...new Set(changes.map(({ revision }) => revision))];
  return [
    ['Deprecated', deprecatedText(deprecated, deprecatedSince)],
    ['Since', since],
    ['Until', until],
    ...revisions.map((revision, index): Fact => {
      const texts = changes.filter((change) => change.revision === revision).map(changeText);
      return [index === 0 ? 'Changed in' : '', `${revision} (${texts.join('; ')})`];
    }),
    ['Removed in', removedIn.join(', ')],
  ];
}

/** Returns `since 2026-07-28: Use others.` Texts often name the revision themselves. */
function deprecatedText(text: string | undefined, since: string | undefined): string | undefined {
  if (since === undefined || text?.includes(since) === true) return text === '' ? 'yes' : text;
  return text === undefined || text === '' ? `since ${since}` : `since ${since}: ${text}`;
}

/** Returns `result: also CreateTaskResult, structuredContent new, content changed`. */
function changeText({ part, added, removed, changed, addedMembers, removedMembers }: Change): string {
  const texts = [
    ...addedMembers.map((name) => `also ${name}`),
    ...removedMembers.map((name) => `no longer ${name}`),
    ...added.map((name) => `${name} new`),
    ...removed.map((name) => `${name} gone`),
    ...changed.map((name) => `${name} changed`),
  ];
  if (texts.length === 0) return part;
  return part === 'values' ? texts.join(', ') : `${part}: ${texts.join(', ')}`;
}

function factLines(rows: readonly Fact[], { width }: Page): Lines {
  return rows.flatMap(([label, text]) => {
    if (text === undefined || text === false || text === '') return [];
    const lines = wrap(text, width - INDENT.length - LABEL);
    return lines.map((line, index) => INDENT + (index === 0 ? label : '').padEnd(LABEL) + line);
  });
}

function fieldLines({ fields, rest }: Fields, indent: string, page: Page): Lines {
  const lines = fields.flatMap((field) => {
    const keywords = Object.entries(field.keywords).map(([name, value]) => `${name} ${String(value)}`);
    const type = field.fields.length > 0 ? 'object' : field.type;
    const text = [`${fieldName(field)}: ${type}`, ...keywords].join(', ');
    const inner = field.fields.length > 0 ? fieldLines(field, indent + INDENT, page) : [];
    return [...hanging(text, indent, page), ...paragraphs(field.docs, indent + INDENT.repeat(2), page.width), ...inner];
  });
  return rest === undefined ? lines : [...lines, ...hanging(`[key: string]: ${rest}`, indent, page)];
}

function hanging(text: string, indent: string, { width }: Page): Lines {
  const lines = wrap(text, width - indent.length - INDENT.length);
  return lines.map((line, index) => indent + (index === 0 ? '' : INDENT) + line);
}

function erratumLines(
  { place, wrong, direction, reason, source }: TypeExplanation['errata'][number],
  page: Page,
): Lines {
  const scope = direction === 'both' ? '' : ` (what is ${direction})`;
  return [INDENT + place + scope, ...paragraphs(`${wrong} ${reason} [${source}]`, INDENT.repeat(2), page.width)];
}
