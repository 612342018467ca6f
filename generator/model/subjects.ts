/**
 * What the decisions of a revision are about, as `decisions.json` beside its schema states it. A decision that was made about something
 * else has to be made again.
 */

/** What a decision is about. */
export interface Subject {
  /** The decision, in a few words: `capability tools`. */
  readonly value: string;
  /** The parts of the schema that it depends on, a line for each, sorted. */
  readonly subject: readonly string[];
  /** SHA-256 of the rules in their docs. Absent if the docs state none. */
  readonly docs?: string;
  /**
   * The names of the fields or members of an anchor: a declaration with similar ones may be the anchor under another name. For
   * `metadataKeys`, the names of the keys: `tenant=com.example/tenant`.
   */
  readonly parts?: string;
}

/** What a decision is about, and what it was about when somebody made it. */
export interface RecordedSubject extends Subject {
  /** What it was about when it was last confirmed. Only for an open decision whose subject has changed since. */
  readonly was?: Omit<Subject, 'value' | 'parts'> & {
    /** The revision that it was confirmed for. */
    readonly revision: string;
    /** The name of an anchor that has another name now. */
    readonly value?: string;
  };
}

/** What the decisions of one revision are about, by decision: `methods/tools/call`. */
export type Subjects = { readonly [decision: string]: RecordedSubject };

/** The subject of an anchor, or of a correction, that the schema does not declare. */
export const NOT_DECLARED: Subject = { value: 'not declared', subject: ['not declared'] };

/** The decisions whose subject is everything that a revision declares. What is new there needs no decision. */
const REMOVALS = /^removed\//;

/** The kinds of other decisions about what an earlier revision declares. */
const OF_DECLARED: ReadonlySet<string> = new Set(['errors', 'capabilities', 'types']);

/** Returns whether a decision is about what an earlier revision declares, too. What is new there needs no decision. */
export function isOfDeclared(decision: string): boolean {
  return REMOVALS.test(decision) || OF_DECLARED.has(decision.split('/', 1)[0] ?? '');
}

/** The properties of requests that a revision can lose without an error, as lines of the subjects. */
export const FLAGS = ['paginated', 'cacheable', 'asks for input'] as const;

/** The lines that follow from the row of a method, and from the names of anchors. */
const FOLLOWS_FROM_ROW = new RegExp(String.raw`^(result|capability|changes|${FLAGS.join('|')})\b`);

/** The changes of lines that the row of a method states. */
const OF_ROW = /^[-+~] (result:|capability |changes:)/;

/** Returns whether the row of a method may state a change: {@link differences} of its subject. */
export function isOfRow(change: string): boolean {
  return OF_ROW.test(change);
}

/** A subject to compare: its lines, and the digest of the rules in its docs. */
type Compared = Pick<Subject, 'subject' | 'docs'> & Partial<Pick<Subject, 'value'>>;

/**
 * Returns what differs between two subjects, as `diff` prints it: `- sent by the client`. Lines that follow from a row are ignored if the
 * two subjects state different rows.
 *
 * @param withDocs whether rules in docs count. Default: true
 */
export function differences(decision: string, was: Compared, is: Compared, withDocs = true): readonly string[] {
  const sameRow = was.value === undefined || was.value === is.value;
  const linesOf = ({ subject }: Compared): readonly string[] =>
    sameRow ? subject : subject.filter((line) => !FOLLOWS_FROM_ROW.test(line));
  const removed = linesOf(was).filter((line) => !is.subject.includes(line));
  const added = linesOf(is).filter((line) => !was.subject.includes(line));
  const addedByKey = new Map(added.map((line) => [keyOf(line), line]));
  const changed = removed.map((line) => {
    const now = addedByKey.get(keyOf(line));
    return now === undefined ? `- ${line}` : `~ ${line} → ${now.slice(now.indexOf(': ') + 2)}`;
  });
  const keys = new Set(removed.map(keyOf));
  const docs = withDocs && was.docs !== is.docs ? ['~ rules in the docs'] : [];
  const fresh = REMOVALS.test(decision) ? [] : added.filter((line) => !keys.has(keyOf(line)));
  return [...changed, ...fresh.map((line) => `+ ${line}`), ...docs];
}

/** Returns whether a declaration that the compiler reads meaning from has another name. */
export function hasOtherName(decision: string, was: string, is: string): boolean {
  return decision.startsWith('names/') && was !== is && is !== NOT_DECLARED.value;
}

/** Returns the names in the parts of a subject. */
export function partsIn(subject: Pick<Subject, 'parts'> | undefined): readonly string[] {
  return (subject?.parts ?? '').split(' ').filter((part) => part !== '');
}

/** Returns the place that a line is about: `params.name` of `params.name?: string`. Whether a field is optional is part of its type. */
function keyOf(line: string): string {
  return line.includes(': ') ? line.slice(0, line.indexOf(': ')).replace(/\?$/, '') : line;
}
