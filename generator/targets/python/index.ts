/** A package of Python without dependencies: types, guards, explanations, and tables of each revision. */

import type { GeneratedFile, Plan, Protocol, RevisionPlan, Target } from '../targetInterface.js';
import { checkPythonNames } from './checkPythonNames.js';
import { checkPythonPatterns } from './checkPythonPatterns.js';
import { emitExplain } from './emitExplain.js';
import { emitGuards } from './emitGuards.js';
import { IMPORTS } from './moduleImports.js';
import { emitMethods } from './emitMethods.js';
import { moduleText, type Import } from './moduleText.js';
import { PACKAGES, packageName } from './pythonNames.js';
import { emitFacts } from './emitFacts.js';
import { SUPPORT, supportText } from './supportModules.js';
import { emitTypes } from './emitTypes.js';

type Banner = (protocol: Pick<Protocol, 'sources'>) => string;

/** Emits a package: its folder is the output folder. It has a package for each revision, and modules that all revisions share. */
export const python: Target = {
  name: 'python',
  folders: PACKAGES,
  checkNames: (protocol) => [...checkPythonNames(protocol), ...checkPythonPatterns(protocol)],
  emit: ({ revisions, registry, proseOf }: Plan, banner) => {
    const all = { sources: revisions.flatMap(({ protocol }) => protocol.sources) };
    const list = revisions.map(
      ({ protocol }) => `- \`${packageName(protocol.revision)}\`: revision ${protocol.revision}`,
    );
    const about = `The Model Context Protocol: types, guards, and tables of its revisions.\n\n${list.join('\n')}`;
    return [
      ...revisions.flatMap((revision) => revisionFiles(revision, banner, proseOf)),
      { path: '__init__.py', text: moduleText(banner(all), about) },
      {
        path: 'registry.py',
        text: moduleText(banner(all), 'The facts of all revisions.', IMPORTS.registry, emitFacts(registry)),
      },
      // An empty file would be one of a person.
      { path: 'py.typed', text: `# ${banner(all)}\n` },
      ...SUPPORT.map((name) => ({ path: `${name}.py`, text: `# ${banner(all)}\n\n${supportText(name)}` })),
    ];
  },
};

function revisionFiles(plan: RevisionPlan, banner: Banner, proseOf: Plan['proseOf']): readonly GeneratedFile[] {
  const { protocol } = plan;
  const { revision } = protocol;
  const file = (name: string, about: string, imports: readonly Import[] = [], body = ''): GeneratedFile => ({
    path: `${packageName(revision)}/${name}.py`,
    text: moduleText(banner(protocol), about, imports, body),
  });
  return [
    file('__init__', `Revision ${revision} of the Model Context Protocol.`),
    file('types', `The types and constants of revision ${revision}.`, IMPORTS.types, emitTypes(protocol, proseOf)),
    file(
      'guards',
      `Guards of revision ${revision}: each returns whether a value of \`json.loads\` is of one type.`,
      IMPORTS.guards,
      emitGuards(plan),
    ),
    file(
      'explain',
      `Explains why a guard of revision ${revision} refuses a value.`,
      IMPORTS.explain,
      emitExplain(plan),
    ),
    file(
      'methods',
      `The methods of revision ${revision}, with their params and results.`,
      IMPORTS.methods,
      emitMethods(protocol),
    ),
  ];
}
