// Writes the table of the rules of `mcp-gen lint` in docs/lint.md, from their declarations.
// Usage: npm run lint-rules (after npm run build)
import { RULES, ruleOf } from '../dist/lint/lintRules.js';
import { writeBetween } from './writeBetween.mjs';

const rows = RULES.map((id) => {
  const { severity, what, reason, remedy, source } = ruleOf(id);
  const why = source === undefined ? reason : `${reason} ([source](${source}))`;
  return [`\`${id}\``, severity, what, why, remedy].map((cell) => cell.replaceAll('|', String.raw`\|`));
});
const header = ['rule', 'severity', 'reports', 'why', 'what to do'];
const table = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
await writeBetween('docs/lint.md', 'rules', table);
