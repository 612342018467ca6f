import { join } from 'node:path';
import type { Finding } from '../write/checkFiles.js';

/** Describes how a file differs from what would be generated: in three lines if its content differs, otherwise in one. */
export function describeFinding(out: string, finding: Finding): string {
  const path = join(out, finding.path);
  if (finding.kind === 'stale') {
    return `${path}:${finding.line}  differs\n  is         ${describeLine(finding.actual)}\n  should be  ${describeLine(finding.expected)}`;
  }
  return `${path}  ${finding.kind === 'missing' ? 'is missing' : 'is no longer generated'}`;
}

const MAX_SHOWN_LENGTH = 200;

function describeLine(line: string | undefined): string {
  if (line === undefined) return '(the end of the file)';
  return line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}…` : line;
}
