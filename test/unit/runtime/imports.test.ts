import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../../runtime/src/', import.meta.url);

/** What an entry loads when the program runs, itself included: its own modules by path, others by specifier. */
function loads(entry: string): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (url: URL): void => {
    const path = url.href.slice(source.href.length);
    if (texts.has(path)) return;
    const text = readFileSync(url, 'utf8');
    texts.set(path, text);
    for (const [, clause = '', specifier = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '([^']+)';/gms)) {
      if (clause.startsWith('type ')) continue;
      if (specifier.startsWith('.')) visit(new URL(specifier.replace(/\.js$/, '.ts'), url));
      else texts.set(specifier, '');
    }
  };
  visit(new URL(entry, source));
  return texts;
}

test('a stdio server loads no process control and nothing of the web', () => {
  const loaded = loads('index.ts');
  expect([...loaded.keys()]).toContain('transports/stdioServer.ts');
  expect([...loaded.keys()].filter((name) => !name.endsWith('.ts'))).toEqual([]);
  for (const [name, text] of loaded) {
    expect(text, name).not.toMatch(/\b(?:fetch\(|Response\b|ReadableStream\b|await import\()/);
  }
});

test('only the client’s end of stdio starts processes', () => {
  const packages = [...loads('stdio.ts').keys()].filter((name) => !name.endsWith('.ts')).sort();
  expect(packages).toEqual(['cross-spawn']);
});
