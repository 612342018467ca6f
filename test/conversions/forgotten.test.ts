/** No conversion of the released revisions is forgotten. What a conversion forgets does not compile. */

import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { rememberSources } from '../support/rememberSources.js';
import { readProjectFile, REVISION_IDS, ROOT, type RevisionId } from '../support/schemas.js';
import { MODULES } from '../../sdk/src/conversions/modules.js';
import { analyses } from './subjects.js';

const AUTHOR = 'generated/dist/author';

type WrittenConversions = { readonly [kind: string]: { readonly [method: string]: object | undefined } };

/** Returns the parts that differ and have no conversion: `tools/call result toRevision`. */
function forgotten(id: RevisionId, { requests, notifications }: WrittenConversions): readonly string[] {
  const written = { ...requests, ...notifications } as {
    readonly [method: string]:
      | { readonly [part: string]: { readonly [direction: string]: unknown } | undefined }
      | undefined;
  };
  return (analyses.get(id)?.methods ?? []).flatMap(({ method, conversions }) =>
    conversions
      .filter(({ part, direction, mismatches }) => mismatches.length > 0 && !written[method]?.[part]?.[direction])
      .map(({ part, direction }) => `${method} ${part} ${direction}`),
  );
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** All files as they are. */
const remembered = new Map<string, ts.SourceFile>();

test('the conversions compile as they are', () => {
  expect(diagnostics({})).toEqual([]);
});

test.each(REVISION_IDS)('%s has a conversion of everything that differs', async (id) => {
  expect(forgotten(id, (await MODULES[id]?.())?.conversions ?? {})).toEqual([]);
});

test('a part that is left out is named', () => {
  expect(forgotten('2025-11-25', { requests: { ping: { params: {} } } })).toEqual(
    expect.arrayContaining(['roots/list params toRevision', 'ping params toAuthor', 'ping result toAuthor']),
  );
});

test('a kind of content that comes new has to be converted for every revision without it', () => {
  const found = diagnostics({
    [`${AUTHOR}/types.d.ts`]: (text) =>
      text.replace(
        'export type ContentBlock =',
        "export interface VideoContent { type: 'video'; frames: string }\nexport type ContentBlock = VideoContent |",
      ),
  });
  // For 2024-11-05 what has no other kinds left to choose from is the shared piece.
  const files = ['2025-03-26.ts', '2025-06-18.ts', '2025-11-25.ts', 'content.ts'];
  expect([...new Set(found.map((line) => line.replace(/^.*\/([^/]+\.ts): .*$/s, '$1')))]).toEqual(files);
  expect(found.join('\n')).toContain('VideoContent');
});

test('a field that becomes required has to be filled in', () => {
  const found = diagnostics({
    [`${AUTHOR}/types.d.ts`]: (text) => text.replace(/(interface ListToolsResult [^{]*\{)/, '$1 total: number;'),
  });
  for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    expect(found.some((line) => line.includes(`conversions/${revision}.ts`) && line.includes("'total'"))).toBe(true);
  }
});

/** What the compiler says of the conversions when some files are otherwise: `sdk/src/a.ts: Type ... is not`. */
function diagnostics(changes: { readonly [path: string]: (text: string) => string }): readonly string[] {
  const changed = new Map(
    Object.entries(changes).map(([path, change]) => {
      const text = readProjectFile(path);
      const next = change(text);
      expect(next, `${path} is changed`).not.toBe(text);
      return [join(ROOT, path), next];
    }),
  );
  const host = ts.createCompilerHost(OPTIONS);
  rememberSources(host, remembered);
  const { getSourceFile } = host;
  host.getSourceFile = (path, version, ...others) => {
    const text = changed.get(path);
    return text === undefined ? getSourceFile(path, version, ...others) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([join(ROOT, 'sdk/src/conversions/converter.ts')], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const path = file?.fileName.replace(ROOT, '') ?? '';
    return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
