/** Every recipe compiles, fits on a screen, and prints what its page says when its lines are run. */

import { describe, expect, test } from 'vitest';
import { NODES } from '../support/installedPlatforms.js';
import {
  startVendor,
  vendorEnvironment,
  vendorPackages,
  VENDORS_MISSING,
  WEATHER_SERVER,
} from '../support/modelVendors.js';
import { testUnless } from '../support/omissions.js';
import { readRecipe, RECIPES, tryRecipe, type Recipe } from '../support/recipes.js';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';
import { NAVIGATION } from '../../site/navigation.mjs';

const recipes = new Map(RECIPES.map((name) => [name, readRecipe(name)]));
/** Recipes whose programs need packages, or types, that `npm run vendors` installs. */
const WITH_VENDORS: readonly string[] = ['agent', 'database', 'model-api'];
const NODE_22 = NODES[0];

const recipe = (name: string): Recipe => recipes.get(name) ?? readRecipe(name);

test('there are twenty and more, each in the navigation and on the page of all recipes', () => {
  expect(RECIPES.length).toBeGreaterThanOrEqual(20);
  const index = readProjectFile('docs/recipes/index.md');
  expect(RECIPES.filter((name) => !index.includes(`(${name}.md)`))).toEqual([]);
  const pages = NAVIGATION.flatMap((group) => group.pages.map(({ source }) => source));
  expect(RECIPES.filter((name) => !pages.includes(`docs/recipes/${name}.md`))).toEqual([]);
});

test.each(RECIPES)('%s fits on a screen', (name) => {
  const { page, programs, lines } = recipe(name);
  const code = [...programs.values()].join('').split('\n');
  expect(programs.size).toBeGreaterThanOrEqual(1);
  expect(code.length).toBeLessThanOrEqual(60);
  expect(page.split('\n').length).toBeLessThanOrEqual(90);
  expect(lines[0]).toMatch(/^npm install /);
});

describe('the programs compile', () => {
  const programsOf = (names: readonly string[]): ReadonlyMap<string, string> =>
    new Map(names.flatMap((name) => [...recipe(name).programs].map(([file, text]) => [`${name}/${file}`, text])));

  test('with the packages of the project', () => {
    expect(typeErrors(programsOf(RECIPES.filter((name) => !WITH_VENDORS.includes(name))))).toEqual([]);
  });

  testUnless(VENDORS_MISSING, 'with those of model vendors', async () => {
    expect(typeErrors(programsOf(WITH_VENDORS), await vendorPackages())).toEqual([]);
  });
});

describe('prints what its page says:', () => {
  test.each([
    'changing-tools',
    'express',
    'fastify',
    'files',
    'form',
    'hono',
    'host-tools',
    'log-calls',
    'long-job',
    'migrating',
    'per-user-state',
    'rate-limits',
    'tools-per-user',
    'web-api',
  ])('%s', async (name) => {
    expect(recipe(name).prints).toBeDefined();
    expect(await tryRecipe(recipe(name), { env: { API_KEY: 'secret' } })).toBe(recipe(name).prints);
  });

  testUnless(NODE_22?.missing, 'database', async () => {
    const node = NODE_22?.program ?? '';
    const env = { NODE_NO_WARNINGS: '1' };
    expect(await tryRecipe(recipe('database'), { node, env })).toBe(recipe('database').prints);
  });

  test('durable-job, with a server that is ended in the meantime', async () => {
    expect(await tryRecipe(recipe('durable-job'))).toBe(recipe('durable-job').prints);
  });

  test('tests', async () => {
    expect(await tryRecipe(recipe('tests'))).toMatch(/pass 4\n/);
  });

  for (const name of ['model-api', 'agent']) {
    testUnless(VENDORS_MISSING, name, async () => {
      const vendor = await startVendor();
      const env = vendorEnvironment(vendor, name === 'agent' ? 'ai-sdk' : name);
      const config = { mcpServers: { weather: { command: process.execPath, args: ['weather.js'] } } };
      const files = { 'mcp.json': JSON.stringify(config), 'weather.js': WEATHER_SERVER };
      const trial = { env, files, packages: await vendorPackages() };
      expect(await tryRecipe(recipe(name), trial)).toBe(recipe(name).prints);
      expect(vendor.refused).toEqual([]);
    });
  }
});
