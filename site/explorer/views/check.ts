/** Checks a pasted message in every revision, and converts it. */

import { reasonOf } from '../../reason.js';
import {
  checkDefinition,
  checkMessage,
  convertMessage,
  loadRevision,
  readMessage,
  REVISION_IDS,
  type LoadedRevision,
  type MessageFinding,
  type MessageVerdict,
  type Pasted,
} from '../check/engine.js';
import type { Context, ViewFunction } from '../context.js';
import { fill, h, type Content } from '../dom.js';
import { EXAMPLES } from '../examples.js';
import { jsonLines, linesAt, linesNotIn } from '../jsonLines.js';
import { pack, unpack } from '../pack.js';
import { fitsInLink, linkTo, MAX_IN_LINK, type State } from '../state.js';
import { choice, codeLines, labelled, newest, revisionChoice, table } from './parts.js';

/** The maximum number of findings that a table shows: a batch can have thousands. */
const MAX_FINDINGS = 100;

type Read = Extract<Pasted, { readonly status: 'read' }>;

/** What a revision says of a value; undefined if it does not have the type that the value is checked as. */
type Verdicts = ReadonlyMap<string, MessageVerdict | undefined>;

export const check: ViewFunction = async (context) => {
  const { index, text } = context;
  let state = await unpacked(context.state);
  const all = await Promise.all(REVISION_IDS.map(loadRevision));
  const loaded = new Map(all.map((each) => [each.revision.id, each]));
  const shown = h('div', {});
  const message = h('textarea', {
    rows: rowsFor(state.message ?? ''),
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'pasted-hint',
  });
  message.value = state.message ?? '';

  const change = (changed: Partial<State>): void => {
    state = { ...state, ...changed };
    showResult(context, shown, state, loaded, change);
    context.note(state);
  };
  message.addEventListener('input', () => change({ message: message.value }));
  const examples = choice(
    [['', text.chooseExample], ...EXAMPLES.map(({ name }) => [name, name] as const)],
    '',
    (name) => {
      const example = EXAMPLES.find((each) => each.name === name);
      if (!example) return;
      message.value = JSON.stringify(example.message, undefined, 2);
      message.rows = rowsFor(message.value);
      as.value = '';
      answers.value = example.answers ?? '';
      change({ message: message.value, as: '', answers: answers.value, revision: '', from: '', to: '' });
    },
  );
  const as = choice(
    [['', text.asMessage], ...index.types.map(({ name }) => [name, name] as const)],
    state.as ?? '',
    (name) => change({ as: name }),
  );
  const requests = index.methods.filter(({ kind }) => kind === 'request');
  const answers = choice(
    [['', text.anyRequest], ...requests.map(({ name }) => [name, name] as const)],
    state.answers ?? '',
    (method) => change({ answers: method }),
  );
  showResult(context, shown, state, loaded, change);
  return [
    h('h2', {}, text.views.check),
    labelled('message', text.pasted, message),
    h('p', { id: 'pasted-hint', class: 'hint' }, text.pastedHint),
    h(
      'div',
      { class: 'fields' },
      labelled('example', text.example, examples),
      labelled('as', text.as, as),
      labelled('answers', text.answers, answers),
    ),
    shown,
  ];
};

/** The field is as high as a message needs, so that the verdict is in sight. */
function rowsFor(text: string): number {
  return Math.max(6, Math.min(14, text.split('\n').length + 1));
}

/** A link that was shared has its message packed: no browser and no chat breaks that. */
async function unpacked({ packed, ...state }: State): Promise<State> {
  return packed === undefined ? state : { ...state, message: await unpack(packed, MAX_IN_LINK) };
}

/** Copies the link to what is shown, or shows it where a browser does not let a page copy: it does so over HTTPS only. */
function sharing({ text }: Context, { message = '', ...state }: State): HTMLElement {
  const status = h('span', { role: 'status', class: 'hint' });
  const place = h('div', {});
  const share = async (): Promise<void> => {
    const link = new URL(linkTo({ ...state, packed: await pack(message) }), location.href).href;
    if (await copied(link)) {
      fill(place);
      fill(status, text.shared);
      return;
    }
    const field = h('input', { type: 'text', readonly: true, value: link });
    fill(place, labelled('link-to-copy', text.linkToCopy, field));
    fill(status, text.notCopied);
    field.select();
  };
  const click = (): void => void share().catch((error: unknown) => fill(status, text.notShared(reasonOf(error))));
  return h(
    'div',
    { class: 'share' },
    h('p', {}, h('button', { type: 'button', id: 'share', on: { click } }, text.share), ' ', status),
    place,
  );
}

/** Copies text, and returns whether the browser allows that. */
async function copied(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

type Change = (changed: Partial<State>) => void;

function showResult(
  context: Context,
  shown: Element,
  state: State,
  loaded: ReadonlyMap<string, LoadedRevision>,
  change: Change,
): void {
  const { text } = context;
  const focused = document.activeElement?.id ?? '';
  const pasted = readMessage(state.message ?? '');
  if (pasted.status === 'empty') fill(shown);
  else if (pasted.status === 'invalid') {
    const where = pasted.line === undefined ? '' : text.atLine(pasted.line);
    fill(shown, h('p', { role: 'status', class: 'bad' }, text.invalidJson(pasted.reason) + where));
  } else if (pasted.status === 'too large') {
    fill(shown, h('p', { role: 'status', class: 'bad' }, text.tooLarge[pasted.unit](pasted.maximum)));
  } else {
    const verdicts = judge(pasted, state, loaded);
    const isInLink = fitsInLink(state.message ?? '');
    fill(
      shown,
      summary(context, verdicts),
      isInLink ? sharing(context, state) : h('p', { class: 'hint' }, text.notInLink(MAX_IN_LINK)),
      validity(context, verdicts, change),
      problems(context, pasted, verdicts, state, change),
      !state.as && conversion(context, pasted, verdicts, state, loaded, change),
    );
  }
  // The focused element was re-created.
  if (focused !== '' && document.activeElement === document.body) document.getElementById(focused)?.focus();
}

function judge({ value }: Read, { as, answers }: State, loaded: ReadonlyMap<string, LoadedRevision>): Verdicts {
  return new Map(
    [...loaded].map(([id, revision]) => {
      if (!as) return [id, checkMessage(revision, value, { answers: answers || undefined })];
      try {
        return [id, checkDefinition(revision, as, value)];
      } catch (error) {
        if (error instanceof RangeError) return [id, undefined];
        throw error;
      }
    }),
  );
}

function summary({ text }: Context, verdicts: Verdicts): HTMLElement {
  const valid = [...verdicts].filter(([, verdict]) => verdict?.valid).map(([id]) => id);
  return h('p', { role: 'status', class: valid.length > 0 ? 'good' : 'bad' }, text.verdict(valid, verdicts.size));
}

function validity(context: Context, verdicts: Verdicts, change: Change): HTMLElement {
  const { text } = context;
  const rows = [...verdicts].map(([id, verdict]) => [
    h('button', { type: 'button', id: `show-${id}`, class: 'link', on: { click: () => change({ revision: id }) } }, id),
    verdict === undefined
      ? h('span', { class: 'absent' }, text.unknownType(id))
      : h('span', { class: verdict.valid ? 'good' : 'bad' }, verdict.valid ? text.valid : text.invalid),
    verdict !== undefined && verdict.findings.length > 0 && findingText(verdict.findings[0], context),
  ]);
  return table(text.validity, [text.revision, text.verdictOf, text.firstProblem], rows);
}

function findingText(finding: MessageFinding | undefined, { text }: Context): Content {
  if (!finding) return undefined;
  return [h('code', {}, finding.pointer || text.whole), ` ${text.expects(finding.expected)}`];
}

function problems(context: Context, { value }: Read, verdicts: Verdicts, state: State, change: Change): Content {
  const { text } = context;
  const refusing = [...verdicts].filter(([, verdict]) => verdict && !verdict.valid).map(([id]) => id);
  const chosen = state.revision || newest(refusing) || newest([...verdicts.keys()]);
  const verdict = verdicts.get(chosen);
  if (!verdict) return undefined;
  const { findings, forSenders, answers } = verdict;
  const lines = jsonLines(value);
  const marked = linesAt(
    lines,
    [...findings, ...forSenders].map(({ pointer }) => pointer),
  );
  const select = revisionChoice([...verdicts.keys()], chosen, (id) => change({ revision: id }));
  return h(
    'section',
    { 'aria-labelledby': 'problems-heading' },
    h('h3', { id: 'problems-heading' }, text.problemsIn(chosen)),
    labelled('problems-revision', text.revision, select),
    findings.length === 0 ? h('p', {}, text.noProblems) : findingTable(context, text.problems, findings),
    forSenders.length > 0 && [h('p', {}, text.forSenders), findingTable(context, text.forSenders, forSenders)],
    verdict.valid && 'result' in Object(value) && !state.answers && !state.as && fitting(context, answers),
    codeLines(context, lines, marked, text.pasted),
  );
}

function fitting({ text }: Context, answers: readonly string[]): HTMLElement {
  if (answers.length === 0) return h('p', {}, text.fitsNothing);
  return h(
    'p',
    {},
    `${text.fits} `,
    answers.map((method, index) => [index > 0 && ', ', h('code', {}, method)]),
  );
}

function findingTable(context: Context, caption: string, findings: readonly MessageFinding[]): HTMLElement {
  const { text } = context;
  return table(
    cutCaption(context, caption, findings),
    [text.place, text.expected, text.actual],
    findings
      .slice(0, MAX_FINDINGS)
      .map(({ pointer, expected, actual }) => [h('code', {}, pointer || text.whole), expected, actual]),
  );
}

/** Says in the caption of what is cut how much of it is shown. */
function cutCaption({ text }: Context, caption: string, all: readonly unknown[]): string {
  return all.length > MAX_FINDINGS ? `${caption}: ${text.firstRows(MAX_FINDINGS, all.length)}` : caption;
}

function conversion(
  context: Context,
  { value }: Read,
  verdicts: Verdicts,
  state: State,
  loaded: ReadonlyMap<string, LoadedRevision>,
  change: Change,
): Content {
  const { text } = context;
  const ids = [...loaded.keys()];
  const valid = ids.filter((id) => verdicts.get(id)?.valid);
  const from = state.from || newest(valid) || newest(ids);
  const to = state.to || (ids.toReversed().find((id) => id !== from && !valid.includes(id)) ?? ids[0] ?? from);
  const [source, target] = [loaded.get(from), loaded.get(to)];
  if (!source || !target) return undefined;
  return h(
    'section',
    { 'aria-labelledby': 'conversion-heading' },
    h('h3', { id: 'conversion-heading' }, text.conversion),
    h(
      'div',
      { class: 'fields' },
      labelled(
        'convert-from',
        text.convertFrom,
        revisionChoice(ids, from, (id) => change({ from: id })),
      ),
      labelled(
        'convert-to',
        text.convertTo,
        revisionChoice(ids, to, (id) => change({ to: id })),
      ),
    ),
    converted(context, value, source, target, state.answers || undefined),
  );
}

function converted(
  context: Context,
  message: unknown,
  from: LoadedRevision,
  to: LoadedRevision,
  answers: string | undefined,
): Content {
  const { text } = context;
  const result = convertMessage(from, to, message, answers);
  if (result.status === 'unknown') return h('p', { id: 'converted' }, text.convertReasons[result.reason]);
  if (result.status === 'refused') {
    return h('p', { id: 'converted', class: 'bad' }, text.convertRefused(result.pointer || text.whole, result.reason));
  }
  const lines = jsonLines(result.value);
  const changed = linesNotIn(lines, jsonLines(message));
  const isSame = changed.size === 0 && lines.length === jsonLines(message).length;
  return h(
    'div',
    { id: 'converted' },
    h('p', {}, result.embedded ? text.convertEmbedded : isSame ? text.convertUnchanged : text.convertChanged),
    result.losses.length > 0 && [
      h('h4', {}, cutCaption(context, text.losses, result.losses)),
      h(
        'ul',
        {},
        result.losses
          .slice(0, MAX_FINDINGS)
          .map(({ pointer, what }) => h('li', {}, h('code', {}, pointer), ` ${what}`)),
      ),
    ],
    result.findings.length > 0 && [
      h('p', { class: 'bad' }, text.convertFindings),
      findingTable(context, text.convertFindings, result.findings),
    ],
    codeLines(context, lines, changed, text.conversion),
  );
}
