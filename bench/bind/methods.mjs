// What the modules call the tools.
import ts from 'typescript';

/** The methods of the tools, by the names of the tools. */
export function methodsOf(text) {
  const found = text.matchAll(
    /^ {2}(?!constructor\b)(\w+)\([^]*?(?:callTool\(|callChecked\(\s*this\.#client,)\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/gm,
  );
  return new Map([...found].map(([, method, literal]) => [valueOf(literal), method]));
}

/** The value of a string literal. */
function valueOf(literal) {
  const { statements } = ts.createSourceFile('literal.ts', literal, ts.ScriptTarget.ES2022);
  return statements[0].expression.text;
}
