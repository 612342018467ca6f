// Scaffolds a server from one document in this process, and prints what that took.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { apiProject, newProjectFiles } from '../../dist/openapi/apiProject.js';
import { newSettings } from '../../dist/openapi/toolSettings.js';
import { openApi } from '../../dist/openapi/toolSet.js';
import { tokensOf } from '../../dist/openapi/tokens.js';

const [document, folder] = process.argv.slice(2);
const started = performance.now();
const api = await openApi({ from: document });
const settings = newSettings(document, [], api.operations);
const project = await apiProject(api, settings, { name: 'measured' });
const files = newProjectFiles(project, settings);
const seconds = (performance.now() - started) / 1000;
for (const { path, content } of files) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
const { tools, gaps } = project.toolSet;
console.log(
  JSON.stringify({
    version: api.document.version,
    operations: api.operations.length,
    tools: tools.length,
    tokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0),
    largest: Math.max(...tools.map(tokensOf)),
    gaps: gaps.length,
    seconds,
    megabytes: process.resourceUsage().maxRSS / 1024,
    bytes: files.reduce((sum, { content }) => sum + content.length, 0),
  }),
);
