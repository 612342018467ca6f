// Compares versions of the official types of MCP Apps, which npm run platforms installs, and keeps the list of them:
// schema/extensions/apps/versions.json has the fingerprints of the definitions that each version adds or changes.
// Usage: node scripts/appsVersions.mjs [--check]; or node scripts/appsVersions.mjs --diff <old> <new>, such as 1.0.0 2.0.4.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diff, readProtocol } from '../dist/index.js';
import { formatText } from '../dist/diff/formatText.js';
import { fingerprintsOf } from '../dist/model/fingerprints.js';
import { deriveJsonSchema } from '../dist/protocols.js';

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const LIST = path('schema/extensions/apps/versions.json');
const REVISION = '2025-11-25';

/** The versions whose types differ from the one before, and the folders in which they are installed. */
const PACKAGES = {
  '0.4.2': 'ext-apps-0.4',
  '1.0.0': 'ext-apps-1.0',
  '1.1.2': 'ext-apps-1.1',
  '1.3.2': 'ext-apps-1.3',
  '1.7.0': 'ext-apps-1.7',
  '1.7.5': 'ext-apps-1.7.5',
  '2.0.4': '@modelcontextprotocol/ext-apps',
};

const [command, ...versions] = process.argv.slice(2);
if (command === '--diff') {
  const unknown = versions.find((version) => PACKAGES[version] === undefined);
  if (versions.length !== 2 || unknown !== undefined) {
    console.error(`--diff needs two of these versions: ${Object.keys(PACKAGES).join(', ')}`);
    process.exitCode = 2;
  } else {
    const [older, newer] = [await modelOf(versions[0]), await modelOf(versions[1])];
    const report = await diff(older, newer);
    console.log(
      formatText({
        ...report,
        old: { ...report.old, name: versions[0] },
        new: { ...report.new, name: versions[1] },
      }),
    );
  }
} else {
  const text = `${JSON.stringify(await listed(), undefined, 2)}\n`;
  if (command !== '--check') writeFileSync(LIST, text);
  else if (readFileSync(LIST, 'utf8') !== text) {
    console.error(`${LIST} is out of date. Run: node scripts/appsVersions.mjs`);
    process.exitCode = 1;
  }
}

/** Returns what each version adds or changes. */
async function listed() {
  const own = fingerprintsOf(JSON.parse(await deriveJsonSchema(path(`schema/${REVISION}/schema.ts`))));
  let before = new Map();
  const list = {};
  for (const version of Object.keys(PACKAGES)) {
    const { text, fingerprints } = await withSchema(version, async (extensions, text) => ({
      text,
      fingerprints: fingerprintsOf(
        JSON.parse(await deriveJsonSchema(path(`schema/${REVISION}/schema.ts`), extensions)),
      ),
    }));
    const exact = Object.entries(fingerprints).flatMap(([name, { exact }]) => (name in own ? [] : [[name, exact]]));
    const now = new Map(exact);
    const removed = [...before.keys()].filter((name) => !now.has(name));
    const changed = exact.filter(([name, fingerprint]) => before.get(name) !== fingerprint);
    const [, protocolVersion] = /LATEST_PROTOCOL_VERSION = ["']([^"']+)["']/.exec(text);
    list[version] = {
      protocolVersion,
      definitions: Object.fromEntries(changed),
      ...(removed.length > 0 && { removed }),
    };
    before = now;
  }
  return list;
}

async function modelOf(version) {
  return withSchema(version, (extensions) => readProtocol(REVISION, { extensions }));
}

/** Calls a function with the types of a version, as an extension of the revision beside which they stand, and with their text. */
async function withSchema(version, use) {
  const official = readFileSync(
    path(`test/ext-apps/node_modules/${PACKAGES[version]}/dist/src/spec.types.d.ts`),
    'utf8',
  );
  const file = path(`schema/extensions/apps/official-${process.pid}.ts`);
  const directions = readFileSync(path('schema/extensions/apps/directions.ts'), 'utf8');
  // Earlier versions do not have all messages.
  const own = directions.replaceAll(/\n? *\| (\w+)|= (\w+);/g, (whole, member, only) =>
    official.includes(`interface ${member ?? only} `) ? whole : '',
  );
  writeFileSync(
    file,
    official.replace(/from ["']@modelcontextprotocol\/[^"']+["']/g, `from '../../${REVISION}/schema.js'`) + own,
  );
  try {
    return await use([{ file }], official);
  } finally {
    rmSync(file);
  }
}
