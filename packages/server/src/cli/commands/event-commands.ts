import type { Command } from 'commander';
import { Option } from 'commander';
import { clientCommand, listCommand } from './client-command.ts';

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('find, publish, follow and prove events');
  addEventReads(events);
  events.addCommand(
    clientCommand('publish', 'publish an event', [
      'events publish order.created --data \'{"order_id":"1001"}\'',
      'events publish order.created --data @order.json --correlation-id checkout-7',
    ])
      .argument('<type>', 'in dot notation, such as order.created')
      .option('--data <json>', 'the payload: JSON, @file, or - for standard input', '{}')
      .option('--source <name>', 'where the event comes from', 'trivium-cli')
      .option('--correlation-id <id>', 'links it to other events')
      .option('--idempotency-key <key>', 'with the same key it is published only once')
      .action(async (type, options) => (await import('../client/events.ts')).publish(type, options)),
  );
  events.addCommand(
    clientCommand('tail', 'print events as they are committed', [
      'events tail',
      "events tail 'contract.*' --from 0 --json",
    ])
      .argument('[pattern]', 'a type or a pattern, such as contract.*')
      .option('--from <position>', 'begin at this position of the log')
      .option('--correlation-id <id>', 'only events of this correlation')
      .option('--count <n>', 'end after this many')
      .action(async (pattern, options) => (await import('../client/events.ts')).tail(pattern, options)),
  );
  events.addCommand(
    clientCommand('verify', 'verify on this machine that an event is in the log, unchanged', [
      'events verify evt_01a1fece31ef76f996b3eea0eb20b78c',
      'events verify evt_01a1fece31ef76f996b3eea0eb20b78c --log-key "$(cat log-key.txt)"',
    ])
      .argument('<eventId>', 'id of the event')
      .option('--log-key <key>', 'the log’s verifier key that you kept; default: the one in the response')
      .action(async (eventId, options) => {
        process.exitCode = await (await import('../client/events.ts')).verify(eventId, options);
      }),
  );
}

function addEventReads(events: Command): void {
  events.addCommand(
    listCommand('list', 'find events in the log, newest first', [
      'events list',
      "events list 'contract.*' --from 2026-01-31T00:00:00Z --all",
      'events list --correlation-id checkout-7 --select eventId',
    ])
      .argument('[pattern]', 'a type or a pattern, such as contract.*')
      .option('--source <name>', 'only from this source')
      .option('--correlation-id <id>', 'only events of this correlation')
      .option('--from <timestamp>', 'from this time on')
      .option('--to <timestamp>', 'up to this time')
      .action(async (pattern, options) =>
        (await import('../client/read-events.ts')).listEvents(pattern, options),
      ),
  );
  events.addCommand(
    clientCommand('get', 'show an event, and where it went', [
      'events get evt_01a1fece31ef76f996b3eea0eb20b78c --deliveries',
      'events get evt_01a1fece31ef76f996b3eea0eb20b78c --select data.order_id',
    ])
      .argument('<eventId>', 'id of the event')
      .option('--deliveries', 'with its deliveries')
      .action(async (id, options) => (await import('../client/read-events.ts')).getEvent(id, options)),
  );
}

export function addListen(program: Command): void {
  program.addCommand(
    clientCommand('listen', 'receive webhooks on this machine, signed as deliveries are, without a tunnel', [
      'listen',
      "listen 'order.*' --forward http://localhost:3000/webhooks --secret whsec_…",
    ])
      .argument('[pattern]', 'a type or a pattern, such as order.*')
      .option('--from <position>', 'begin at this position of the log')
      .option('--forward <url>', 'send each delivery to this address')
      .addOption(new Option('--forward-to <url>', 'the same, by its name in the Stripe CLI').hideHelp())
      .option('--secret <secret>', 'secret of the signatures; default: a new one, which is shown')
      .addOption(
        new Option('--api <name>', 'API with the envelope to use')
          .choices(['webhooks', 'events'])
          .default('webhooks'),
      )
      .option('--count <n>', 'end after this many')
      .action(async (pattern, { forwardTo, ...options }) =>
        (await import('../client/listen.ts')).listen(pattern, { forward: forwardTo, ...options }),
      ),
  );
}
