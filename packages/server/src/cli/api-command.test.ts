import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { required } from '../kit/required.ts';
import { placeFields } from './client/api-fields.ts';
import { readOperations } from './client/api-operations.ts';
import { useCommandLine } from './testing/command-line.ts';

const { folder, run, json, records } = useCommandLine();

test('an operation is called by its id, or by method and path, and fields are put where it has them', async () => {
  const fields = ['type=api.made', 'source=test', 'data[exact]=12345678901234567890', 'data[id]=7'];
  const publish = ['api', 'publishEvent', ...fields.flatMap((field) => ['-f', field])];
  const { body } = await json([...publish, '-f', 'metadata[tags][]=a', '-f', 'metadata[tags][]=b']);
  const read = await run(['api', 'readEvent', '-f', `eventId=${body.eventId}`, '--json']);
  expect(read.stdout).toContain('{"exact":12345678901234567890,"id":7}');
  expect(JSON.parse(read.stdout).metadata.tags).toEqual(['a', 'b']);
  const byPath = await run(['api', 'GET', `/v1/events/${body.eventId}`, '--json']);
  expect(byPath.stdout).toBe(read.stdout);
  const found = await run([
    'api',
    '/v1/events?source=test',
    '-f',
    'type=api.*',
    '--select',
    'events.eventId',
  ]);
  expect(found.stdout).toBe(`${body.eventId}\n`);
});

test('--all prints every item of a list, page after page', async () => {
  const events = Array.from({ length: 103 }, (_, n) => ({ type: 'paged.made', source: 'test', data: { n } }));
  await writeFile(join(folder(), 'two.json'), JSON.stringify({ events: events.slice(0, 3) }));
  expect((await json(['api', 'publishEventBatch', '--input', 'two.json'])).code).toBe(0);
  const input = JSON.stringify({ events: events.slice(3) });
  expect((await json(['api', 'publishEventBatch', '--input', '-'], { input })).code).toBe(0);
  const all = await records(['api', 'queryEvents', '-f', 'type=paged.made', '--all']);
  expect(new Set(all.map(({ data }) => data.n)).size).toBe(103);
});

test('a file is sent unchanged to an operation that takes one', async () => {
  await writeFile(join(folder(), 'leads.csv'), 'email\nada@example.com\n');
  const { body } = await json(['api', 'importLeads', '--input', 'leads.csv', '-f', 'dry_run=true']);
  expect(body.import_job_id).toMatch(/^imp_/);
});

test.each([
  ['an operation that is none', ['listEvents'], 2, /no operation listEvents.* --list/],
  ['a parameter that is missing', ['readEvent'], 2, /needs eventId: add -f eventId=/],
  ['a field without a value', ['publishEvent', '-f', 'type'], 2, /is not of the form name=value/],
  ['a stream', ['streamEvents'], 2, /trivium events tail/],
  ['pages of what is no list', ['getOrganization', '--all'], 2, /leave --all out/],
  ['an upload without a file', ['importLeads'], 2, /add --input/],
  ['a refusal', ['publishEvent', '-f', 'type=a.b'], 1, /code missing_required_field, field source, http/],
  ['a path that is not there', ['GET', '/v1/nowhere'], 1, /code not_found/],
  ['an expression that is none', ['getOrganization', '--select', '('], 2, /--select .*JSONata/],
])('%s is reported in one line', async (_what, args, exitCode, message) => {
  const { code, stdout, stderr } = await run(['api', ...args]);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('fields are text if the operation says so, otherwise JSON if they parse as JSON', () => {
  const operation = readOperations().find(({ id }) => id === 'publishEvent');
  const { body } = placeFields(
    ['source=42', 'data[n]=42', 'data[text]=so', 'data[list]=[1]', 'data[__proto__]=1'],
    required(operation, 'publishEvent'),
  );
  expect(JSON.stringify(body)).toBe('{"source":"42","data":{"n":42,"text":"so","list":[1],"__proto__":1}}');
});

test('--list finds operations by a word', async () => {
  expect((await run(['api', '--list', 'dead letter'])).stdout).toMatch(
    /^listDeadLetters\tGET\t\/v1\/webhooks\/dead-letter\t/m,
  );
});
