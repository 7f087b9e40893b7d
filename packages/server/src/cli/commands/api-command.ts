import { type Command, Option } from 'commander';
import { clientCommand } from './client-command.ts';

export function addApiCommand(program: Command): void {
  const collect = (given: string, before: string[]) => [...before, given];
  program.addCommand(
    clientCommand('api', 'call any route of the API, by operation or by method and path', [
      "api queryEvents -f 'type=order.*' --select events.eventId",
      'api readEvent -f eventId=evt_01a1fece31ef76f996b3eea0eb20b78c',
      "api publishEvent -f type=order.created -f source=shop -f 'data[total]=59.9'",
      'api GET /v1/webhooks/subscriptions --all --select subscription_id',
      'api createCampaign --input campaign.json',
      'api --list webhook  # the operations with that word',
    ])
      .argument('[operation]', 'id of an operation, or GET, POST, PUT, DELETE, or a path to GET')
      .argument('[path]', 'after a method, such as /v1/events')
      .option(
        '-f, --field <name=value>',
        'a parameter of the path, of the query or of the body, by its name; name[sub]=value, name[]=value, name=@file',
        collect,
        [],
      )
      .option('--input <file>', 'the body: JSON, or the file of an upload; - for standard input')
      .option('--idempotency-key <key>', 'with the same key a POST is executed only once')
      .addOption(new Option('--all', 'every page of a list, a line of JSON for each item'))
      .addOption(new Option('--list', 'list the operations, or only those with a word'))
      .action(async (operation, path, options) =>
        (await import('../client/api.ts')).callApi(operation, path, options),
      ),
  );
}
