import { type Command, Option } from 'commander';
import { clientCommand, listCommand } from './client-command.ts';

export function addOutreachCommands(program: Command): void {
  addCampaignCommands(program.command('campaigns').description('see, launch and stop campaigns'));
  addLeadCommands(program.command('leads').description('find, import and tag leads'));
}

function addCampaignCommands(campaigns: Command): void {
  const campaign = 'id of the campaign';
  campaigns.addCommand(
    listCommand('list', 'list the campaigns, newest first', [
      'campaigns list',
      'campaigns list --status active',
    ])
      .addOption(
        new Option('--status <status>', 'only these').choices([
          'draft',
          'launching',
          'active',
          'paused',
          'completed',
          'cancelled',
          'failed',
        ]),
      )
      .action(async (options) => (await import('../client/campaigns.ts')).listCampaigns(options)),
  );
  campaigns.addCommand(
    clientCommand('show', 'show what a campaign did and spent, and why it sends nothing', [
      'campaigns show cmp_01a1fece31ef76f996b3eea0eb20b78c',
      'campaigns show cmp_01a1fece31ef76f996b3eea0eb20b78c --select metrics.replies',
    ])
      .argument('<campaign>', campaign)
      .action(async (id, options) => (await import('../client/campaigns.ts')).showCampaign(id, options)),
  );
  addLaunch(campaigns);
  for (const [name, does] of [
    ['pause', 'stop sending until it is resumed'],
    ['resume', 'continue sending'],
    ['cancel', 'stop sending for good'],
  ] as const) {
    campaigns.addCommand(
      clientCommand(name, does, [`campaigns ${name} cmp_01a1fece31ef76f996b3eea0eb20b78c`])
        .argument('<campaign>', campaign)
        .action(async (id, options) =>
          (await import('../client/campaigns.ts')).changeCampaign(id, name, options),
        ),
    );
  }
}

function addLaunch(campaigns: Command): void {
  campaigns.addCommand(
    clientCommand('launch', 'start sending', [
      'campaigns launch cmp_01a1fece31ef76f996b3eea0eb20b78c --test-cohort 20 --budget 25',
    ])
      .argument('<campaign>', 'id of the campaign')
      .option('--test-cohort <n>', 'to this many leads only')
      .option('--budget <usd>', 'pause when this much is spent')
      .option('--daily <n>', 'maximum number of mails per day')
      .option('--start-at <timestamp>', 'start at this time')
      .option('--all-leads', 'to every lead, if the campaign has no audience of its own')
      .action(async (id, options) => (await import('../client/campaigns.ts')).launchCampaign(id, options)),
  );
}

function addLeadCommands(leads: Command): void {
  leads.addCommand(
    listCommand('list', 'find leads, newest first', [
      'leads list delta.example',
      'leads list --status replied --select email',
    ])
      .argument('[text]', 'a part of the e-mail, the name or the company')
      .option('--status <status>', 'such as new, contacted, replied or suppressed')
      .option('--tier <tier>', 'only of this tier')
      .option('--tag <tag>', 'only with this tag')
      .option('--campaign <id>', 'only of this campaign')
      .action(async (text, options) => (await import('../client/list-leads.ts')).listLeads(text, options)),
  );
  leads.addCommand(
    clientCommand('import', 'import a CSV file and wait until its leads are merged', [
      'leads import contacts.csv',
      'leads import contacts.csv --campaign cmp_… --dedup-mode merge --score',
    ])
      .argument('<file>', 'CSV, in any encoding')
      .option('--campaign <id>', 'the leads join this campaign')
      .addOption(
        new Option('--dedup-mode <mode>', 'what a row does to a known lead').choices([
          'skip',
          'update',
          'merge',
        ]),
      )
      .option('--tags <tags>', 'tags that the leads get, separated by commas')
      .option('--mapping <json>', 'lead field to column name')
      .option('--score', 'score each new lead')
      .option('--dry-run', 'only read and count')
      .action(async (file, options) => {
        process.exitCode = await (await import('../client/leads.ts')).importLeads(file, options);
      }),
  );
  addTag(leads);
}

function addTag(leads: Command): void {
  leads.addCommand(
    clientCommand('tag', 'add tags to leads, or remove them', [
      "leads tag 'trade fair' --import imp_01a1fece31ef76f996b3eea0eb20b78c",
      'leads tag vip --country DE --tier A',
      'leads tag vip --tag vip --remove',
    ])
      .argument('<tags...>', 'the tags')
      .option('--lead <ids...>', 'these leads')
      .option('--import <id>', 'the leads of this import')
      .option('--text <text>', 'those with this in the e-mail, the name or the company')
      .option('--status <status>', 'those in this state')
      .option('--tier <tier>', 'those of this tier')
      .option('--country <country>', 'those of this country')
      .option('--tag <tag>', 'those with this tag')
      .option('--campaign <id>', 'those of this campaign')
      .option('--all', 'all leads')
      .option('--remove', 'remove the tags')
      .action(async (tags, options) => (await import('../client/tag-leads.ts')).tagLeads(tags, options)),
  );
}
