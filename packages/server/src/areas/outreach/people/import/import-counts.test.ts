import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let runs = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const person = fc.nat({ max: 12 }).map((n) => `p${n}@firm${n % 3}.test`);
const spelled = fc.tuple(person, fc.constantFrom('', 'upper', 'spaced', 'quoted')).map(([email, how]) => {
  if (how === 'upper') return email.toUpperCase();
  if (how === 'spaced') return `  ${email} `;
  return how === 'quoted' ? `"${email}"` : email;
});
const bad = fc.constantFrom(
  '',
  'nobody',
  'a@b',
  'x y@firm.test',
  '@firm.test',
  'a..b@firm.test',
  'a@firm-.test',
);
const rows = fc.array(fc.oneof({ weight: 5, arbitrary: spelled }, { weight: 1, arbitrary: bad }), {
  minLength: 1,
  maxLength: 40,
});
const emailOf = (cell: string) => cell.replaceAll('"', '').trim().toLowerCase();
const isGood = (cell: string) => /^p\d+@firm\d\.test$/.test(emailOf(cell));

test('counts match those of a simple model, at once and at the end, with repeated, known, suppressed and invalid rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      rows,
      fc.array(person, { maxLength: 3 }),
      fc.constantFrom('skip', 'update', 'merge'),
      async (known, file, suppressed, mode) => {
        const client = new OutreachClient(service, await service.addKey(`counts ${++runs}`));
        const csv = (list: string[]) => `email,name\n${list.map((cell) => `${cell},Name`).join('\n')}\n`;
        await client.import(csv(known));
        const had = new Set(known.filter(isGood).map(emailOf));
        for (const email of new Set(suppressed))
          await client.call('POST', '/suppressions', { email, reason: 'asked' });
        const good = file.filter(isGood).map(emailOf);
        const unique = [...new Set(good)];
        const barred = unique.filter((email) => suppressed.includes(email));
        const existing = unique.filter((email) => had.has(email) && !barred.includes(email));
        const fresh = unique.length - barred.length - existing.length;
        const counts = {
          row_count: file.length,
          valid_row_count: good.length,
          invalid_row_count: file.length - good.length,
          duplicate_in_file_count: good.length - unique.length,
          duplicate_existing_count: existing.length,
          suppressed_count: barred.length,
          duplicate_count: good.length - unique.length + (mode === 'skip' ? existing.length : 0),
        };
        const accepted = await client.upload(csv(file), `?dedup_mode=${mode}`);
        expect(accepted.body).toMatchObject(counts);
        const job = await client.imported(accepted.body.import_job_id);
        expect(job).toMatchObject({
          ...counts,
          inserted_count: fresh,
          updated_count: mode === 'skip' ? 0 : existing.length,
        });
        expect(job.valid_row_count).toBe(
          job.inserted_count + job.updated_count + job.duplicate_count + job.suppressed_count,
        );
        expect((await client.get('/leads')).body.total).toBe(had.size + fresh);
      },
    ),
    { numRuns: 6 },
  );
}, 240_000);
