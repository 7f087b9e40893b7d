import { Command, Option } from 'commander';
import { formatExamples } from './format-examples.ts';

/** Commands that talk to a running service over its API. Each loads what it needs when it runs. */
export function addClientCommands(program: Command): void {
  addEventCommands(program);
  addListen(program);
  addWebhookCommands(program);
  addContractCommands(program);
  addReview(program);
  addLeadCommands(program);
}

/** A command with the options of all that talk to a service. */
function clientCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .option('--url <url>', 'address of the service; default: TRIVIUM_URL, else this machine at PORT or 8080')
    .option('--key <key>', 'API key; default: TRIVIUM_API_KEY')
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(examples));
}

function addEventCommands(program: Command): void {
  const events = program.command('events').description('publish, follow and prove events');
  events.addCommand(
    clientCommand('publish', 'publish an event', [
      'events publish order.created --data \'{"order_id":"1001"}\'',
      'events publish order.created --data @order.json --correlation-id checkout-7',
    ])
      .argument('<type>', 'in dot notation, such as order.created')
      .option('--data <json>', 'the payload: JSON, @file, or - for standard input', '{}')
      .option('--source <name>', 'where the event comes from', 'trivium-cli')
      .option('--correlation-id <id>', 'links it to other events')
      .option('--idempotency-key <key>', 'under the same one it is published once')
      .action(async (type, options) => (await import('./client/events.ts')).publish(type, options)),
  );
  events.addCommand(
    clientCommand('tail', 'print events as they are committed', [
      'events tail',
      "events tail 'contract.*' --from 0 --json",
    ])
      .argument('[pattern]', 'a type or a pattern, such as contract.*')
      .option('--from <position>', 'begin at this position of the log')
      .option('--correlation-id <id>', 'only events of this correlation')
      .option('--count <n>', 'end after so many')
      .action(async (pattern, options) => (await import('./client/events.ts')).tail(pattern, options)),
  );
  events.addCommand(
    clientCommand('verify', 'prove here that an event is in the log, unchanged', [
      'events verify evt_01a1fece31ef76f996b3eea0eb20b78c',
      'events verify evt_01a1fece31ef76f996b3eea0eb20b78c --log-key "$(cat log-key.txt)"',
    ])
      .argument('<eventId>', 'id of the event')
      .option('--log-key <key>', 'the log’s verifier key as you kept it; default: the one of the answer')
      .action(async (eventId, options) => {
        process.exitCode = await (await import('./client/events.ts')).verify(eventId, options);
      }),
  );
}

function addListen(program: Command): void {
  program.addCommand(
    clientCommand('listen', 'receive webhooks on this machine, signed as deliveries are, without a tunnel', [
      'listen',
      "listen 'order.*' --forward http://localhost:3000/webhooks --secret whsec_…",
    ])
      .argument('[pattern]', 'a type or a pattern, such as order.*')
      .option('--from <position>', 'begin at this position of the log')
      .option('--forward <url>', 'hand each delivery to this address')
      .option('--secret <secret>', 'signs the deliveries; default: one is made and shown')
      .addOption(
        new Option('--api <name>', 'whose envelope').choices(['webhooks', 'events']).default('webhooks'),
      )
      .option('--count <n>', 'end after so many')
      .action(async (pattern, options) => (await import('./client/listen.ts')).listen(pattern, options)),
  );
}

function addWebhookCommands(program: Command): void {
  program
    .command('webhooks')
    .description('deliveries of webhooks')
    .addCommand(
      clientCommand('replay', 'put dead deliveries back into the queue', [
        'webhooks replay evt_01a1fece31ef76f996b3eea0eb20b78c',
        "webhooks replay --event 'contract.*' --from 2026-01-31T00:00:00.000Z",
        'webhooks replay --all',
      ])
        .argument('[eventId]', 'those of this event')
        .option('--subscription <id>', 'only of this subscription')
        .option('--event <pattern>', 'only of these events')
        .option('--from <timestamp>', 'that failed for good since then')
        .option('--to <timestamp>', 'that failed for good before then')
        .option('--all', 'every one there is')
        .action(async (eventId, options) => (await import('./client/webhooks.ts')).replay(eventId, options)),
    );
}

function addContractCommands(program: Command): void {
  const contracts = program.command('contracts').description('deploy and execute contracts');
  contracts.addCommand(
    clientCommand('deploy', 'register a Solidity file, deploy it and wait for it', [
      'contracts deploy Token.sol --args \'["1000000"]\'',
      'contracts deploy ctr_01a1fece31ef76f996b3eea0eb20b78c --network ethereum_sepolia',
    ])
      .argument('<file>', 'Solidity source, or the id of a contract')
      .option('--name <name>', 'of the contract; default: that of the file')
      .option('--network <network>', 'where to', 'devnet')
      .option('--args <json>', 'arguments of the constructor, as a JSON array, @file or -')
      .action(async (file, options) => {
        process.exitCode = await (await import('./client/contracts.ts')).deploy(file, options);
      }),
  );
  contracts.addCommand(
    clientCommand('execute', 'execute a function and wait for its confirmation', [
      'contracts execute ctr_01a1fece31ef76f996b3eea0eb20b78c transfer --args \'["0x…", "100"]\'',
    ])
      .argument('<contractId>', 'id of the contract')
      .argument('<function>', 'its name, or its full signature')
      .option('--args <json>', 'arguments, as a JSON array, @file or -')
      .option('--network <network>', 'default: that of the contract')
      .option('--value <amount>', 'what is paid with it, in wei, or such as "0.1 ether"')
      .action(async (id, name, options) => {
        process.exitCode = await (await import('./client/contracts.ts')).execute(id, name, options);
      }),
  );
}

function addReview(program: Command): void {
  program.addCommand(
    clientCommand('review', 'review an application; exits with 1 on severe findings, with 2 on failure', [
      'review .',
      'review ./service --categories security,quality --fail-on critical --sarif findings.sarif',
    ])
      .argument('<folder>', 'a folder, packed as Git sees it, or a zip archive')
      .option('--name <name>', 'of the application; default: that of the folder')
      .option('--categories <list>', 'separated by commas; default: all')
      .option('--fail-on <severity>', 'critical, high, medium, low or none', 'high')
      .option('--sarif <file>', 'write the findings as SARIF 2.1.0')
      .option('--patches', 'make patches too')
      .action(async (folder, options) => {
        // What goes wrong on the way must not look like a finding.
        process.exitCode = 2;
        process.exitCode = await (await import('./client/review.ts')).review(folder, options);
      }),
  );
}

function addLeadCommands(program: Command): void {
  program
    .command('leads')
    .description('leads of outreach')
    .addCommand(
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
        .option('--mapping <json>', 'lead field to column name')
        .option('--score', 'score each new lead')
        .option('--dry-run', 'only read and count')
        .action(async (file, options) => {
          process.exitCode = await (await import('./client/leads.ts')).importLeads(file, options);
        }),
    );
}
