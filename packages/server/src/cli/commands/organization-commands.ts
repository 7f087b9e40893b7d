import type { Command } from 'commander';
import { clientCommand, listCommand } from './client-command.ts';

const example = 'org_01a1fece31ef76f996b3eea0eb20b78c';
const client = () => import('../client/organizations.ts');
const data = () => import('../client/organization-data.ts');

/** For the operator of a service. */
export function addOrganizationCommands(program: Command): void {
  const organizations = program
    .command('organizations')
    .description('the organizations of a service that you run: quotas, export, erasure');
  const one: AddOne = (name, description, examples) => {
    const made = clientCommand(name, description, examples).argument(
      '<organization>',
      'id of the organization',
    );
    organizations.addCommand(made);
    return made;
  };
  organizations.addCommand(
    listCommand('list', 'list the organizations, newest first', ['organizations list']).action(
      async (options) => (await client()).listOrganizations(options),
    ),
  );
  organizations.addCommand(
    clientCommand('create', 'make an organization and print its first key once', [
      'organizations create acme',
      'organizations create acme > key.txt',
    ])
      .argument('<name>', 'a unique name')
      .action(async (name, options) => (await client()).createOrganization(name, options)),
  );
  for (const [name, does] of [
    ['suspend', 'refuse its keys and people at once'],
    ['resume', 'accept its keys and people again'],
  ] as const) {
    one(name, does, [`organizations ${name} ${example}`]).action(async (id, options) =>
      (await client()).changeOrganization(id, name, options),
    );
  }
  one('quotas', 'show its quotas and their use, or change them', [
    `organizations quotas ${example}`,
    `organizations quotas ${example} --set events_per_day=100000 --set people=none`,
  ])
    .option(
      '--set <name=number>',
      'a quota; none removes it. May be repeated; other quotas stay',
      collect,
      [],
    )
    .action(async (id, options) => (await client()).quotasOf(id, options));
  addDataCommands(one);
}

type AddOne = (name: string, description: string, examples: readonly string[]) => Command;

/** Long-running commands: export and erasure. */
function addDataCommands(one: AddOne): void {
  one('export', 'export everything that it has as a ZIP, and check its hash', [
    `organizations export ${example} --out acme.zip`,
  ])
    .option('--out <file>', 'output file; default: the id of the organization, in this folder')
    .action(async (id, options) => (await data()).exportOrganization(id, options));
  one('erase', 'delete everything that a suspended organization has, for good, and print what was deleted', [
    `organizations erase ${example} --name acme`,
  ])
    .option('--name <name>', 'its name, as confirmation; a terminal asks for it')
    .action(async (id, options) => {
      process.exitCode = await (await data()).eraseOrganization(id, options);
    });
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
