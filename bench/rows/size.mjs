import { gzipSync } from 'node:zlib';
import { minifyModule, revisions } from '../../scripts/sizes.mjs';

function row(name, measure) {
  return { row: `size: ${name}`, unit: 'bytes minified', better: 'lower', target: undefined, measure };
}

// Guards are loaded with a revision, the tables only when a guard has refused something.
const modules = revisions.flatMap((revision) =>
  ['validators', 'shapes'].map((module) =>
    row(`${module} of ${revision}`, async () => {
      const contents = await minifyModule(module, revision);
      return { ours: contents.length, gzip: gzipSync(contents).length };
    }),
  ),
);

/** Functions that revisions share are in a bundle of all revisions once. */
const sharing = row('all revisions, in one bundle and in five', async () => {
  const together = await minifyModule('index', ...revisions);
  const apart = await Promise.all(revisions.map((revision) => minifyModule('index', revision)));
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return {
    ours: together.length,
    gzip: gzipSync(together).length,
    apart: sum(apart.map(({ length }) => length)),
    apartGzip: sum(apart.map((contents) => gzipSync(contents).length)),
  };
});

export const rows = [...modules, sharing];
