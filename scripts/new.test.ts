import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { required } from '../packages/server/src/kit/required.ts';
import { areas, type EndpointNames, nameEndpoint } from './new/endpoint-names.ts';
import { makeEndpoint } from './new/make-endpoint.ts';

const root = join(import.meta.dirname, '..');

/** One in each area: names of one and of two words, rooms with one folder and with several. */
const examples = [
  nameEndpoint('outreach', 'books/pledges', 'pledge'),
  nameEndpoint('contracts', 'chains/watch-entries', 'watch-entry'),
  nameEndpoint('review', 'waivers', 'waiver'),
  nameEndpoint('workflows', 'sketches', 'sketch'),
];

/** Compiler errors in files that are not on disk, or differ from those on disk. */
function complaintsOf(files: ReadonlyMap<string, string>): string[] {
  const texts = new Map([...files].map(([path, text]) => [resolve(root, path), text]));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['-'] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists } = host;
  host.readFile = (path) => texts.get(resolve(path)) ?? readFile(path);
  host.fileExists = (path) => texts.has(resolve(path)) || fileExists(path);
  host.directoryExists = (path) =>
    [...texts.keys()].some((file) => file.startsWith(`${resolve(path)}/`)) ||
    directoryExists?.(path) === true;
  host.getSourceFile = (path, target) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, target);
  };
  const names = [...texts.keys()].filter((path) => path.endsWith('.ts'));
  const program = ts.createProgram(names, options, host);
  return names.flatMap((name) => {
    const source = required(program.getSourceFile(name), name);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map((one) => `${name}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`);
  });
}

function filesOf(names: EndpointNames): [string, string][] {
  const { made, wired } = makeEndpoint(root, names);
  return [...made, ...wired];
}

describe('npm run new -- endpoint', () => {
  test('makes files that compile in each area, and changes those that know them so that they still do', () => {
    expect(examples.map(({ area }) => area).sort()).toEqual(Object.keys(areas));
    // Each area has its own files, so these only overlap in the order of rooms and the list of tables.
    const files = examples.flatMap(filesOf);
    const sources = new Map(files.filter(([path]) => path.endsWith('.ts')));
    expect(sources.size).toBe(examples.length * (5 + 3) + 1);
    // One wrong file, to show that the compiler does report errors.
    const wrong = ['scripts/wrong.ts', 'export const wrong: string = 1;\n'] as const;
    expect(complaintsOf(new Map([...sources, wrong]))).toEqual([
      expect.stringMatching(/scripts\/wrong\.ts: Type 'number' is not assignable to type 'string'/),
    ]);
  });

  test('wires the rows, the prefix, the sample and the place of a new folder', () => {
    const { made, wired } = makeEndpoint(root, required(examples[0], 'an example'));
    const text = (ending: string) =>
      required(
        [...wired].find(([path]) => path.endsWith(ending)),
        ending,
      )[1];
    expect(text('outreach/routes.ts')).toContain('...pledgeRoutes(leads)];');
    expect(text('outreach-ids.ts')).toContain("  pld: 'pledge',\n} as const;");
    expect(text('outreach-samples.ts')).toContain(
      "(await client.run('createPledge', { body: { name: 'A sample' } })).body.id];",
    );
    expect(text('.dependency-cruiser.mjs')).toMatch(/'books\/[a-z]+', 'books\/pledges'\]/);
    expect(text('organization-tables.ts')).toContain("OrganizationTable[] = [\n  table('pledges'),");
    expect([...made.keys()][0]).toMatch(/\/\d{4}_pledges\.sql$/);
  });

  test('writes nothing by itself', () => {
    for (const names of examples)
      for (const path of makeEndpoint(root, names).made.keys())
        expect(existsSync(join(root, path))).toBe(false);
  });

  test.each<[string[], RegExp]>([
    [['webhooks', 'pledges', 'pledge'], /area must be one of contracts, outreach/],
    [['outreach', 'pledges', 'pledge'], /<room>\/<resource>/],
    [['outreach', '../books', 'pledge'], /small letters/],
    [['review', 'pledges', 'Pledge'], /small letters/],
    [['outreach', 'attic/pledges', 'pledge'], /rooms of outreach are terms, books/],
    [['outreach', 'books/leads', 'lead'], /There is a table leads already/],
    [['outreach', 'books/pledges', 'pledge', 'led'], /begin with led already/],
    [['outreach', 'books/pledges', 'pledge', 'pledge'], /three small letters/],
  ])('%j is refused, and the message says what to change', (args, message) => {
    const make = () => makeEndpoint(root, nameEndpoint(...(args as [string, string, string])));
    expect(make).toThrow(message);
  });
});
