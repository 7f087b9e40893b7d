import { type Ask, ended, type HostileInput, times } from './hostile-input.ts';

const MB = 1_000_000;
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const tables: Record<string, string | Buffer> = {
  'two thousand columns': `email,${times(1_990, (i) => `c${i},`)}z\n${times(20, (i) => `p${i}@t.example.test${','.repeat(1_991)}\n`)}`,
  'a hundred thousand columns': `email,${fill('a,', MB)}\n`,
  'a quote that does not end': `email,name\n"${fill('x', 3 * MB)}`,
  'quotes and nothing else': `email,name\n${fill('"', 3 * MB)}`,
  'quotes in quotes': `email,name\n${fill('"""",', 2 * MB)}`,
  'separators of every kind': `email;name,a\tb|c\n${fill(';,\t|', 2 * MB)}`,
  'blank lines': `email,name\n${fill('\n', 3 * MB)}`,
  'returns alone': `email,name\r${fill('\r', 3 * MB)}`,
  'one line': fill('email', 3 * MB),
  'one cell of megabytes': `email,name\na@t.example.test,${fill('x', 3 * MB)}\n`,
  'rows that do not fit': `email,name\n${times(50_000, (i) => (i % 2 ? 'a\n' : 'a,b,c,d\n'))}`,
  'addresses that are none': `email\n${times(20_000, (i) => `${'a.'.repeat(30)}@${'b.'.repeat(30)}${i}\n`)}`,
  'addresses of a thousand letters': `email\n${times(2_000, () => `${'a'.repeat(1_000)}@b.example.test\n`)}`,
  'the same address again': `email\n${fill('a@t.example.test\n', MB)}`,
  'nothing but zeros': Buffer.alloc(2 * MB),
  'UTF-16 without a mark': Buffer.from(
    `email,name\n${times(20_000, (i) => `u${i}@t.example.test,x\n`)}`,
    'utf16le',
  ),
  'bytes of no encoding': Buffer.from(Array.from({ length: MB }, (_, i) => (i * 197 + 13) & 0xff)),
  'a program of PNG': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(MB, 1)]),
  'formulas in each cell': `email,=cmd|' /C calc'!A0\n${times(5_000, (i) => `f${i}@t.example.test,=1+1\n`)}`,
  'headers that are all the same': `${fill('email,', 6_000)}\n${times(500, (i) => `h${i}@t.example.test,\n`)}`,
  'phone numbers of digits': `email,phone\n${times(5_000, (i) => `n${i}@t.example.test,${'1'.repeat(300)}\n`)}`,
};

async function importTable(ask: Ask, name: string, table: string | Buffer): Promise<number[]> {
  const made = await ask('POST', '/v1/outreach/leads/import', table, { 'content-type': 'text/csv' });
  if (made.status >= 300) return [made.status];
  await ended(async () => {
    const { body } = await ask('GET', `/v1/outreach/imports/${made.body.import_job_id}`);
    return /^(?:completed|completed_with_errors|failed)$/.test(body.status);
  }, name);
  return [made.status];
}

const run = (results: unknown) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 't' } }, results }],
});
const result = (more: object) => ({ ruleId: 'r', message: { text: 'm' }, ...more });
const at = (uri: string, startLine = 1) => [
  { physicalLocation: { artifactLocation: { uri }, region: { startLine } } },
];

const reports: Record<string, unknown> = {
  'a hundred thousand results': run(Array(60_000).fill(result({}))),
  'results in a thousand runs': { version: '2.1.0', runs: Array(1_000).fill(run([result({})]).runs[0]) },
  'paths that lead out': run(Array(500).fill(result({ locations: at(`${'../'.repeat(500)}etc/passwd`) }))),
  'places out of any file': run(Array(500).fill(result({ locations: at('a.js', 2 ** 31) }))),
  'messages of a megabyte': run(Array(5).fill(result({ message: { text: fill('x', MB) } }))),
  'a text of escapes': run([result({ message: { text: fill('\u001b[2J', MB) } })]),
  'steps without end': run([
    result({
      codeFlows: [{ threadFlows: [{ locations: Array(20_000).fill({ location: at('a.js')[0] }) }] }],
    }),
  ]),
  'rules without end': {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 't', rules: Array.from({ length: 50_000 }, (_, i) => ({ id: `r${i}` })) } },
        results: [result({})],
      },
    ],
  },
  'no runs': { version: '2.1.0' },
  'a list': [],
};

/** Imports a report into an existing application. */
async function importReport(ask: Ask, report: unknown): Promise<number[]> {
  const { body } = await ask('GET', '/v1/review/applications?limit=1');
  const id = body.applications[0].id;
  const text = JSON.stringify(report);
  const headers = { 'content-type': 'application/sarif+json' };
  return [(await ask('POST', `/v1/review/applications/${id}/sarif`, text, headers)).status];
}

export const hostileTables: HostileInput[] = Object.entries(tables).map(([name, table]) => ({
  name: `a table of ${name}`,
  send: (ask) => importTable(ask, name, table),
}));

export const hostileReports: HostileInput[] = Object.entries(reports).map(([name, report]) => ({
  name: `a report of ${name}`,
  send: (ask) => importReport(ask, report),
}));
