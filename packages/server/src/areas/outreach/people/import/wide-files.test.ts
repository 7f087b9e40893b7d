import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { required } from '../../../../kit/required.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
let organizations = 0;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  client = new OutreachClient(service, await service.addKey(`wide ${++organizations}`));
});
afterAll(() => service?.stop());

/** A file with many columns in addition to the address; each cell is short, some are empty, some need quotes. */
function wideFile(columns: number, rows: number): string {
  const names = Array.from({ length: columns }, (_, i) => `Field ${i}`);
  const cell = (row: number, i: number) =>
    required(['', `v${row}.${i}`, `"a ""b"", \\${i}"`, '{x}', 'NULL'][i % 5], 'a cell');
  const lines = Array.from({ length: rows }, (_, row) =>
    [`ann${row}@wide.example`, ...names.map((_name, i) => cell(row, i))].join(','),
  );
  return `${[['email', ...names].join(','), ...lines].join('\n')}\n`;
}

describe('a file with very many columns', () => {
  test.each([99, 100, 101, 249, 250, 300, 1_600, 1_999])(
    'of which %i are not fields is imported completely, and importing it again updates the values',
    async (columns) => {
      const job = await client.import(wideFile(columns, 3));
      expect(job).toMatchObject({ status: 'completed', row_count: 3, inserted_count: 3 });
      const { custom_fields } = (await client.get('/leads?q=ann1@')).body.leads[0];
      const expected = [undefined, 'v1.1', 'a "b", \\2', '{x}', 'NULL'];
      for (const i of [0, 1, 2, 3, 4]) expect(custom_fields[`Field ${i}`]).toBe(expected[i]);
      expect(Object.keys(custom_fields)).toHaveLength(columns - Math.ceil(columns / 5));
      const again = await client.import(wideFile(columns, 4).replaceAll('v1.', 'w1.'), '?dedup_mode=update');
      expect(again).toMatchObject({ status: 'completed', updated_count: 3, inserted_count: 1 });
      const changed = (await client.get('/leads?q=ann1@')).body.leads[0].custom_fields;
      expect([changed['Field 1'], changed['Field 4']]).toEqual(['w1.1', 'NULL']);
    },
  );

  test('reports line, column and text of every row that makes no lead', async () => {
    const [head = '', ann = '', bob = ''] = wideFile(400, 2).split('\n');
    const long = `long@wide.example,,${'x'.repeat(33_000)}`;
    const file = [head, ann, bob.replace('ann1@wide.example', 'nobody'), ann, long, 'blank@', ',,'].join(
      '\n',
    );
    const job = await client.import(`${file}\n`);
    expect(job).toMatchObject({ row_count: 5, inserted_count: 1, invalid_row_count: 3, duplicate_count: 1 });
    const report = (await client.get(`/imports/${job.import_job_id}/errors`)).text.split('\r\n');
    expect(report[1]).toMatch(/^3,email,email_invalid,,"nobody,,v1\.1,/);
    expect(report[2]).toMatch(/^4,,duplicate_in_file,repeats line 2,"ann0@wide\.example,,v0\.1,/);
    expect(report[3]).toMatch(/^5,Field 1,value_too_long,,/);
    expect(report[4]).toMatch(/^6,email,email_invalid,,/);
  });

  test('is refused at once if it has too many, with names and numbers', async () => {
    const { status, body } = await client.upload(wideFile(2_000, 1));
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_csv', 'file']);
    expect(body.error.message).toContain('2001 columns');
    expect(body.error.message).toContain('2000');
  });

  test('with the same name for all columns gives each a unique name', async () => {
    const job = await client.import(`email${',X'.repeat(1_500)}\na@wide.example${',1'.repeat(1_500)}\n`);
    expect(new Set(job.detected.columns).size).toBe(1_501);
    expect(Object.keys((await client.get('/leads')).body.leads[0].custom_fields)).toHaveLength(1_500);
  });
});

test('a row that is too long is reported as such, whatever its cells are', async () => {
  for (const columns of [40, 400]) {
    const names = Array.from({ length: columns }, (_, i) => `F${i}`);
    const cells = names.map(() => 'y'.repeat(Math.ceil(140_000 / columns)));
    const file = `email,${names.join(',')}\nlong${columns}@x.example,${cells.join(',')}\nok${columns}@x.example,1\n`;
    const job = await client.import(file.replace(/1\n$/, `1${','.repeat(columns - 1)}\n`));
    expect(job).toMatchObject({ row_count: 2, inserted_count: 1, invalid_row_count: 1 });
    const report = (await client.get(`/imports/${job.import_job_id}/errors`)).text;
    expect(report).toContain('2,,row_too_long,,');
  }
});

test('the report of rejected rows contains no formula', async () => {
  const job = await client.import('email;n\n=cmd|calc;=1\n+49 30;-1\n@SUM(A1);x\n', '?dry_run=true');
  const report = (await client.get(`/imports/${job.import_job_id}/errors`)).text;
  expect(report.split('\r\n').slice(1, 4)).toEqual([
    "2,email,email_invalid,,'=cmd|calc;'=1",
    "3,email,email_invalid,,'+49 30;'-1",
    "4,email,email_invalid,,'@SUM(A1);x",
  ]);
});
