/** Puts modules together: the banner, the docstring, the imports that the body uses, and the body. */

import { docstring } from './docstrings.js';
import { LAST_COMMA, LINE, printLayout, separated, SOFT_LINE, type Layout } from './codeLayout.js';

/** What modules may import from one module. */
export interface Import {
  readonly from: string;
  readonly names: readonly string[];
  /** Whether only type checkers need it. */
  readonly forTypes?: true;
}

/** Python 3.11 has it in `typing`, where programs find it that evaluate annotations. */
const NOT_REQUIRED = [
  'if sys.version_info >= (3, 11):',
  '    from typing import NotRequired',
  'elif TYPE_CHECKING:',
  '    from typing_extensions import NotRequired',
].join('\n');

/** @param imports those that the body may use, in the order of the result */
export function moduleText(banner: string, about: string, imports: readonly Import[] = [], body = ''): string {
  const head = `# ${banner}\n\n${docstring(about)}\n`;
  if (body === '') return head;
  const words = new Set(withoutDocs(body).match(/\w+/g));
  const used = imports.flatMap(({ names, ...each }): readonly Import[] => {
    const found = names.filter((name) => words.has(name));
    return found.length === 0 ? [] : [{ ...each, names: found }];
  });
  const forTypes = used.filter((each) => each.forTypes);
  const hasNotRequired = words.has('NotRequired');
  const others = used.filter((each) => !each.forTypes && each.from !== 'typing');
  const typing = [
    ...(forTypes.length > 0 || hasNotRequired ? ['TYPE_CHECKING'] : []),
    ...used.filter(({ from }) => from === 'typing').flatMap(({ names }) => names),
  ];
  const blocks = [
    'from __future__ import annotations',
    [...(hasNotRequired ? ['import sys'] : []), ...(typing.length > 0 ? [importText('typing', typing)] : [])].join(
      '\n',
    ),
    others.map(({ from, names }) => importText(from, names)).join('\n'),
    hasNotRequired ? NOT_REQUIRED : '',
    forTypes.length > 0 ? ['if TYPE_CHECKING:', ...inBlocks(forTypes)].join('\n') : '',
  ];
  const top = blocks.filter((block) => block !== '').join('\n\n');
  // A function or a class has two lines above it.
  const space = /^(?:class|def) /.test(body) ? '\n\n' : '\n';
  return `${head}\n${top}\n${space}${body}\n`;
}

/** Packages come first. */
function inBlocks(imports: readonly Import[]): readonly string[] {
  const isOwn = ({ from }: Import): boolean => from.startsWith('.');
  const [packages, own] = [imports.filter((each) => !isOwn(each)), imports.filter(isOwn)];
  const lines = (each: readonly Import[]): readonly string[] =>
    each.map(({ from, names }) => importText(from, names, 4));
  return [...lines(packages), ...(packages.length > 0 && own.length > 0 ? [''] : []), ...lines(own)];
}

function importText(from: string, names: readonly string[], indent = 0): string {
  const open: Layout = { broken: '(', flat: '' };
  const close: Layout = { broken: ')', flat: '' };
  const list = { indent: [SOFT_LINE, separated(names, [',', LINE]), LAST_COMMA] };
  return printLayout([`from ${from} import `, { group: [open, list, SOFT_LINE, close] }], indent);
}

const DOCS_OR_STRING = /"""(?:\\[^]|[^\\])*?"""|#.*|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/g;

/** Removes docstrings and comments. Other strings may be annotations. */
function withoutDocs(body: string): string {
  return body.replaceAll(DOCS_OR_STRING, (_, text?: string) => text ?? '');
}
