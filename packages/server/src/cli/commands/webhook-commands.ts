import { type Command, Option } from 'commander';
import { clientCommand, listCommand } from './client-command.ts';

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('subscriptions, and what was delivered to them');
  webhooks.addCommand(
    listCommand('list', 'list the subscriptions and their health', [
      'webhooks list',
      'webhooks list --select \'$[health.state="failing"].subscription_id\'',
    ]).action(async (options) => (await import('../client/subscriptions.ts')).listSubscriptions(options)),
  );
  addWebhookCreate(webhooks);
  addWebhookChanges(webhooks);
  addWebhookLogs(webhooks);
  webhooks.addCommand(
    clientCommand('test', 'send a sample now, and show the response of the receiver', [
      'webhooks test whs_01a1fece31ef76f996b3eea0eb20b78c',
      'webhooks test whs_01a1fece31ef76f996b3eea0eb20b78c --event order.created',
    ])
      .argument('<subscription>', 'id of the subscription')
      .option(
        '--event <type>',
        'event type of the sample; default: the first one of the subscription without *',
      )
      .action(async (id, options) => {
        process.exitCode = await (await import('../client/subscriptions.ts')).testSubscription(id, options);
      }),
  );
  webhooks.addCommand(
    clientCommand('replay', 'send dead letters again', [
      'webhooks replay evt_01a1fece31ef76f996b3eea0eb20b78c',
      "webhooks replay --event 'contract.*' --from 2026-01-31T00:00:00.000Z",
      'webhooks replay --all',
    ])
      .argument('[eventId]', 'those of this event')
      .option('--subscription <id>', 'only of this subscription')
      .option('--event <pattern>', 'only of these events')
      .option('--from <timestamp>', 'that became dead letters since this time')
      .option('--to <timestamp>', 'that became dead letters before this time')
      .option('--all', 'all of them')
      .action(async (eventId, options) => (await import('../client/webhooks.ts')).replay(eventId, options)),
  );
}

function addWebhookCreate(webhooks: Command): void {
  const collect = (given: string, before: string[] = []) => [...before, given];
  webhooks.addCommand(
    clientCommand('create', 'deliver events to a receiver', [
      "webhooks create https://shop.example.com/hooks --events 'order.*'",
      'webhooks create https://shop.example.com/hooks --events order.created,order.paid --name shop',
    ])
      .argument('<receiver>', 'URL that deliveries are posted to')
      .requiredOption('--events <list>', 'types or patterns, separated by commas; may be repeated', collect)
      .option('--name <name>', 'for people; default: the host of the receiver')
      .option('--secret <secret>', 'secret of the signatures; default: a new one, which is shown')
      .addOption(
        new Option('--platform <name>', 'only events of this platform').choices([
          'contracts',
          'outreach',
          'application_review',
        ]),
      )
      .option('--backfill-from <timestamp>', 'also deliver earlier events since this time')
      .action(async (receiver, options) =>
        (await import('../client/subscriptions.ts')).createSubscription(receiver, options),
      ),
  );
}

/** Commands for one subscription. */
function addWebhookChanges(webhooks: Command): void {
  const id = 'whs_01a1fece31ef76f996b3eea0eb20b78c';
  const load = () => import('../client/change-subscription.ts');
  const subscription = 'id of the subscription';
  webhooks.addCommand(
    clientCommand('get', 'show a subscription, and why it fails if it does', [`webhooks get ${id}`])
      .argument('<subscription>', subscription)
      .action(async (subId, options) => (await load()).getSubscription(subId, options)),
  );
  for (const [change, does] of [
    ['pause', 'send nothing until it is resumed; matching events are kept'],
    ['resume', 'continue sending, including kept events'],
  ] as const)
    webhooks.addCommand(
      clientCommand(change, does, [`webhooks ${change} ${id}`])
        .argument('<subscription>', subscription)
        .action(async (subId, options) => (await load()).setSending(subId, change, options)),
    );
  webhooks.addCommand(
    clientCommand('delete', 'delete a subscription for good', [`webhooks delete ${id} --yes`])
      .alias('rm')
      .argument('<subscription>', subscription)
      .option('--yes', 'do not ask')
      .action(async (subId, options) => (await load()).deleteSubscription(subId, options)),
  );
}

function addWebhookLogs(webhooks: Command): void {
  webhooks.addCommand(
    listCommand('logs', 'find deliveries, newest first, or show the attempts of one', [
      'webhooks logs --status failed',
      'webhooks logs whs_01a1fece31ef76f996b3eea0eb20b78c --code 5xx --from 2026-01-31T00:00:00Z',
      'webhooks logs dlv_01a1fece31ef76f996b3eea0eb20b78c  # every attempt, with what was sent and answered',
    ])
      .argument('[id]', 'of a subscription, or of a delivery')
      .option('--event <pattern>', 'only of these events')
      .option('--event-id <id>', 'only of this event')
      .addOption(new Option('--status <status>', 'only these').choices(['pending', 'success', 'failed']))
      .option('--code <code>', 'only with this response status, such as 503')
      .option('--payload <text>', 'only with this value in the payload')
      .option('--from <timestamp>', 'created since this time')
      .option('--to <timestamp>', 'created before this time')
      .action(async (id, options) =>
        (await import('../client/subscriptions.ts')).listDeliveries(id, options),
      ),
  );
}
