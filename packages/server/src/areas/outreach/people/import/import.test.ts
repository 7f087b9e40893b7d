import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { callerOf } from '../../../../kit/http/testing/call-api.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
let key: string;
let organizations = 0;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  key = await service.addKey(`imports ${++organizations}`);
  client = new OutreachClient(service, key);
});
afterAll(() => service.stop());

const people =
  'email,first_name,last_name,company\nana@acme.test,Ana,Núñez,Acme\nbob@acme.test,Bob,Müller,"Müller, Söhne & Co"\n';

test('an import returns exact counts at once, and its leads can be read when it is completed', async () => {
  const accepted = await client.upload(people);
  expect(accepted.status).toBe(202);
  expect(accepted.body).toMatchObject({
    row_count: 2,
    valid_row_count: 2,
    invalid_row_count: 0,
    duplicate_count: 0,
    detected: { encoding: 'utf-8', delimiter: ',', has_header: true },
  });
  const job = await client.imported(accepted.body.import_job_id);
  expect(job).toMatchObject({ status: 'completed', inserted_count: 2, progress: 1, error_report_url: null });
  const { body } = await client.get('/leads');
  expect(body).toMatchObject({ total: 2, has_more: false });
  expect(body.leads.map((lead: { email: string }) => lead.email)).toEqual(['bob@acme.test', 'ana@acme.test']);
  expect(body.leads[0]).toMatchObject({
    first_name: 'Bob',
    last_name: 'Müller',
    company: 'Müller, Söhne & Co',
    domain: 'acme.test',
    status: 'new',
    score: null,
    custom_fields: {},
  });
});

describe('files from spreadsheets', () => {
  const european =
    'Vorname;Nachname;E-Mail;Firma;Straße\r\nJörg;Groß;joerg@firma.test;Größe & Söhne;Öxlestraße 5\r\nZoë;Núñez;zoe@firma.test;Café;Année\r\n';
  const japanese =
    '氏名,メールアドレス,会社名\r\n山田 太郎,taro@kaisha.test,株式会社山田製作所\r\n鈴木 花子,hanako@kaisha.test,東京商事株式会社\r\n';
  const wide = (text: string, encoding: string) =>
    Buffer.concat([
      Buffer.from(encoding === 'utf-16le' ? [0xff, 0xfe] : [0xfe, 0xff]),
      iconv.encode(text, encoding),
    ]);
  test.each<[string, Uint8Array, { encoding: string; delimiter: string }, string, string]>([
    [
      'UTF-8 with a mark',
      Buffer.from(`\ufeff${european}`),
      { encoding: 'utf-8', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'UTF-16LE',
      wide(european.replaceAll(';', '\t'), 'utf-16le'),
      { encoding: 'utf-16le', delimiter: '\t' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'UTF-16BE',
      wide(european, 'utf-16be'),
      { encoding: 'utf-16be', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'UTF-16LE without a mark',
      iconv.encode(european, 'utf-16le'),
      { encoding: 'utf-16le', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'Windows-1252',
      iconv.encode(european, 'windows-1252'),
      { encoding: 'windows-1252', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'Windows-1252 with curly quotes',
      iconv.encode(european.replace('Söhne', 'Söhne ’n’ Co – €'), 'windows-1252'),
      { encoding: 'windows-1252', delimiter: ';' },
      'Jörg',
      'Größe & Söhne ’n’ Co – €',
    ],
    [
      'Mac Roman with CR',
      iconv.encode(european.replaceAll('\r\n', '\r'), 'macintosh'),
      { encoding: 'macintosh', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'Shift-JIS',
      iconv.encode(japanese, 'shift_jis'),
      { encoding: 'shift_jis', delimiter: ',' },
      '山田',
      '株式会社山田製作所',
    ],
    [
      'pipes',
      Buffer.from(european.replaceAll(';', '|')),
      { encoding: 'utf-8', delimiter: '|' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'a line sep=;',
      Buffer.from(`sep=;\r\n${european}`),
      { encoding: 'utf-8', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    ['gzip', gzipSync(european), { encoding: 'utf-8', delimiter: ';' }, 'Jörg', 'Größe & Söhne'],
    [
      'gzip of Windows-1252',
      gzipSync(iconv.encode(european, 'windows-1252')),
      { encoding: 'windows-1252', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'what LinkedIn says ahead of the header',
      Buffer.from(
        `Notes:\r\n"When exporting, some addresses may be missing, as ""hidden"".\r\nGrüße"\r\n\r\n${european}`,
      ),
      { encoding: 'utf-8', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
    [
      'blank lines between and behind',
      Buffer.from(`${european.replaceAll('\r\n', '\r\n\r\n')}\r\n\r\n`),
      { encoding: 'utf-8', delimiter: ';' },
      'Jörg',
      'Größe & Söhne',
    ],
  ])('%s', async (_name, file, detected, firstName, company) => {
    const job = await client.import(file);
    expect(job).toMatchObject({ status: 'completed', row_count: 2, inserted_count: 2, detected });
    const { body } = await client.get('/leads');
    expect(body.leads[1]).toMatchObject({ company });
    expect([body.leads[1].first_name, body.leads[1].last_name]).toContain(firstName);
  });

  test('without a header, the column with addresses is found', async () => {
    const job = await client.import('ana@acme.test\nbob@acme.test\n');
    expect(job).toMatchObject({
      row_count: 2,
      inserted_count: 2,
      detected: { has_header: false, mapping: { email: 'column_1' } },
    });
  });

  test('line breaks, quotes and delimiters inside of cells are kept, and later lines are counted correctly', async () => {
    const file =
      'email,notes,company\n"a@x.test","one\ntwo\n""three""","X, Inc"\nnot an address,n,Y\n"b@x.test",plain,Z\n';
    const job = await client.import(file);
    expect(job).toMatchObject({
      row_count: 3,
      invalid_row_count: 1,
      inserted_count: 2,
      status: 'completed_with_errors',
    });
    const lead = (await client.get('/leads?q=a@x')).body.leads[0];
    expect(lead).toMatchObject({ company: 'X, Inc', custom_fields: { notes: 'one\ntwo\n"three"' } });
    const report = (await client.get(`/imports/${job.import_job_id}/errors`)).text;
    expect(report).toBe('line,column,code,detail,raw\r\n5,email,email_invalid,,"not an address,n,Y"\r\n');
  });

  test('data that PostgreSQL refuses is read row by row, with each line and its text', async () => {
    const file =
      'email,first_name,company\na@x.test,Ann\nb@x.test,Bo,B Inc,extra,more\n\nc@x.test,"Cy\nd@x.test,"Dee ""D"" Doe",D "the" Co\n\u0000e@x.test,Eve,E\n';
    const job = await client.import(file);
    expect(job).toMatchObject({ row_count: 5, valid_row_count: 3, invalid_row_count: 2, inserted_count: 3 });
    const leads = (await client.get('/leads')).body.leads;
    expect(
      leads.map((lead: { email: string; first_name: string; company: string }) => [
        lead.email,
        lead.first_name,
        lead.company,
      ]),
    ).toEqual([
      ['e@x.test', 'Eve', 'E'],
      ['d@x.test', 'Dee "D" Doe', 'D "the" Co'],
      ['a@x.test', 'Ann', null],
    ]);
    expect((await client.get(`/imports/${job.import_job_id}/errors`)).text.split('\r\n')).toEqual([
      'line,column,code,detail,raw',
      '3,,too_many_columns,,"b@x.test,Bo,B Inc,extra,more"',
      '5,,unterminated_quote,,"c@x.test,""Cy"',
      '',
    ]);
  });

  test('columns are mapped as requested, and the others become custom fields', async () => {
    const mapping = encodeURIComponent(JSON.stringify({ email: 'Kontakt', company: 'Haus' }));
    const job = await client.import('Kontakt;Haus;Segment\nx@y.test;Y GmbH;A\n', `?mapping=${mapping}`);
    expect(job.detected.mapping).toEqual({ email: 'Kontakt', company: 'Haus' });
    expect((await client.get('/leads')).body.leads[0]).toMatchObject({
      company: 'Y GmbH',
      custom_fields: { Segment: 'A' },
    });
  });
});

describe('duplicates', () => {
  test('within the file refer to the line that they repeat; known leads are skipped', async () => {
    await client.import(people);
    const job = await client.import(
      'email,first_name\nANA@acme.test ,Other\nnew@acme.test,New\nNew@Acme.test,Again\n',
    );
    expect(job).toMatchObject({
      row_count: 3,
      valid_row_count: 3,
      duplicate_count: 2,
      duplicate_in_file_count: 1,
      duplicate_existing_count: 1,
      inserted_count: 1,
    });
    const report = (await client.get(job.error_report_url.slice('/v1/outreach'.length))).text;
    expect(report).toContain('4,,duplicate_in_file,repeats line 3,"New@Acme.test,Again"');
    expect((await client.get('/leads?q=ana@')).body.leads[0].first_name).toBe('Ana');
  });

  test.each([
    ['update', { first_name: 'Changed', title: 'CTO', company: 'Acme' }],
    ['merge', { first_name: 'Ana', title: 'CTO', company: 'Acme' }],
  ])('of known leads, with %s, change them as requested', async (mode, expected) => {
    await client.import(people);
    const job = await client.import(
      'email,first_name,title,company\nana@acme.test,Changed,CTO,\n',
      `?dedup_mode=${mode}`,
    );
    expect(job).toMatchObject({
      duplicate_count: 0,
      duplicate_existing_count: 1,
      updated_count: 1,
      inserted_count: 0,
    });
    expect((await client.get('/leads?q=ana@')).body.leads[0]).toMatchObject(expected);
  });

  test('are also found by phone, profile, and name with domain, and all refer to the first', async () => {
    await client.import(
      'email,first,last,website,phone,linkedin\nold@one.test,Al,One,https://www.one.test/x,+49 (30) 123,https://linkedin.com/in/al?x=1\n',
    );
    const file =
      'email,first,last,website,phone,linkedin\na@other.test,Al,One,one.test,,\nb@x.test,B,B,,0049 30 5,\nc@x.test,C,C,,0049-30-5,http://www.linkedin.com/in/c/\nd@x.test,D,D,,,linkedin.com/in/C\ne@x.test,E,E,,+49 30 123,\n';
    const job = await client.import(file, '?dedup_keys=phone,linkedin_url,domain_name');
    expect(job).toMatchObject({
      row_count: 5,
      duplicate_in_file_count: 2,
      duplicate_existing_count: 2,
      inserted_count: 1,
    });
    const report = (await client.get(`/imports/${job.import_job_id}/errors`)).text;
    expect(report.match(/repeats line \d+/g)).toEqual(['repeats line 3', 'repeats line 3']);
  });

  test('are kept without deduplication', async () => {
    await client.import('email\na@x.test\n');
    const job = await client.import('email\na@x.test\na@x.test\n', '?deduplicate=false');
    expect(job).toMatchObject({ valid_row_count: 2, duplicate_count: 0, inserted_count: 2 });
    expect((await client.get('/leads')).body.total).toBe(3);
  });

  test('the same file again adds nothing, says so, and is correct after an erasure', async () => {
    const first = await client.import(`${people}bad,x,y,z\n`);
    const again = await client.import(`${people}bad,x,y,z\n`);
    expect(again).toMatchObject({
      row_count: 3,
      invalid_row_count: 1,
      duplicate_count: 2,
      inserted_count: 0,
    });
    expect(again.import_job_id).not.toBe(first.import_job_id);
    expect((await client.get(again.error_report_url.slice('/v1/outreach'.length))).text).toContain(
      'email_invalid',
    );
    const [lead] = (await client.get('/leads')).body.leads;
    expect((await client.call('DELETE', `/leads/${lead.id}`)).status).toBe(204);
    const third = await client.import(`${people}bad,x,y,z\n`);
    expect(third).toMatchObject({ duplicate_count: 1, suppressed_count: 1, inserted_count: 0 });
  });
});

test('a lead that is added during the merge of a file counts as known, not as an error', async () => {
  const other = new pg.Client({ connectionString: service.database.connectionString });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(
      `insert into leads (org_id, id, email, created_at, updated_at)
       select id, gen_random_uuid(), 'bob@acme.test', now(), now() from organizations where name = $1`,
      [`imports ${organizations}`],
    );
    const { body } = await client.upload(people);
    expect(body.duplicate_count).toBe(0);
    // The merge has reached that address, and waits for the lock on it.
    await vi.waitFor(
      async () => {
        // A transaction keeps its first snapshot of the activity until it is cleared.
        await other.query('select pg_stat_clear_snapshot()');
        const { rowCount } = await other.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'trivium bulk'
           and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 20_000, interval: 20 },
    );
    await other.query('commit');
    expect(await client.imported(body.import_job_id)).toMatchObject({
      status: 'completed',
      valid_row_count: 2,
      duplicate_count: 1,
      inserted_count: 1,
    });
    expect((await client.get('/leads')).body.total).toBe(2);
  } finally {
    await other.end();
  }
});

test('suppressed addresses and domains are left out, and reported', async () => {
  for (const entry of [{ email: 'Bob@acme.test' }, { domain: 'evil.test' }]) {
    expect((await client.call('POST', '/suppressions', { ...entry, reason: 'asked' })).status).toBe(201);
  }
  const job = await client.import(`${people}x@mail.evil.test,X,Y,Z\ny@notevil.test,X,Y,Z\n`);
  expect(job).toMatchObject({ row_count: 4, valid_row_count: 4, suppressed_count: 2, inserted_count: 2 });
});

test('a dry run counts and reports, and changes nothing', async () => {
  const job = await client.import(`${people}bad,x,y,z\n`, '?dry_run=true');
  expect(job).toMatchObject({
    status: 'completed_with_errors',
    dry_run: true,
    row_count: 3,
    inserted_count: 0,
  });
  expect((await client.get(`/imports/${job.import_job_id}/errors`)).text).toContain('4,email,email_invalid');
  expect((await client.get('/leads')).body.total).toBe(0);
});

test('a form contains the options and the file, and lead.imported is published once', async () => {
  const form = new FormData();
  form.append('deduplicate', 'false');
  form.append('file', new Blob([people], { type: 'text/csv' }), 'people.csv');
  const accepted = await client.call('POST', '/leads/import', form);
  expect(accepted.status).toBe(202);
  expect(accepted.body.file_name).toBe('people.csv');
  await client.imported(accepted.body.import_job_id);
  const { body } = await callerOf(service.address, key)('GET', '/v1/events?type=lead.imported');
  expect(body.events.map(({ data }: { data: object }) => data)).toMatchObject([
    { import_job_id: accepted.body.import_job_id, row_count: 2, inserted_count: 2 },
  ]);
});

describe('what is refused', () => {
  test.each<[string, string | Uint8Array, string, string, string]>([
    ['an empty file', '', '', 'invalid_csv', 'file'],
    ['a workbook', Buffer.from('PK\u0003\u0004rest', 'latin1'), '', 'invalid_csv', 'file'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 1, 2, 14, 15, 16]),
      '',
      'invalid_csv',
      'file',
    ],
    ['damaged gzip', gzipSync(people.repeat(100)).subarray(0, 60), '', 'invalid_csv', 'file'],
    ['a line that never ends', `email,name\n${'a'.repeat(18_000_000)}`, '', 'invalid_csv', 'file'],
    ['no addresses', 'name,company\nAna,Acme\n', '', 'missing_email_column', 'mapping.email'],
    ['an unknown encoding', people, '?encoding=klingon', 'unsupported_encoding', 'encoding'],
    ['an unknown delimiter', people, '?delimiter=x', 'invalid_request', 'delimiter'],
    ['an unknown key', people, '?dedup_keys=shoe_size', 'invalid_request', 'dedup_keys'],
    ['a mapping that is no JSON', people, '?mapping=email', 'invalid_request', 'mapping'],
    [
      'a mapping to no column',
      people,
      `?mapping=${encodeURIComponent('{"email":"Kontakt"}')}`,
      'invalid_request',
      'mapping.email',
    ],
    ['an unknown campaign', people, '?campaign_id=cmp_0', 'invalid_request', 'campaign_id'],
  ])('%s', async (_name, file, query, code, field) => {
    const answer = await client.upload(file, query);
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field]);
  });
});

test('outer spaces of every kind are removed from a cell, and inner ones are kept', async () => {
  await client.import(
    'email,first_name,last_name,company,domain\n\u00a0ann@a.test\u00a0,\u00a0Ann\u200b,"\u202fLee\u3000","\ufeffAcme\u00a0GmbH\t",\u00a0https://acme.test\u00a0\n',
  );
  expect((await client.get('/leads')).body.leads[0]).toMatchObject({
    email: 'ann@a.test',
    first_name: 'Ann',
    last_name: 'Lee',
    company: 'Acme\u00a0GmbH',
    domain: 'acme.test',
  });
});
