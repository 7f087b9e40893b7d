// `npm run test:s3`: files and backups in a store that speaks S3. It is no part of `npm test`, since no such store comes
// with npm. It starts moto, a Python program (`pip install 'moto[server]==5.2.1'`), which looks at no key. With
// S3_TEST_BUCKET and the settings of S3 it runs against any other store, in prefixes of its own, which it leaves there;
// `scripts/s3/swift.sh npm run test:s3` starts OpenStack Swift for it, and `scripts/s3/versitygw.sh npm run test:s3` the
// Versity S3 Gateway. With words behind it, only the checks that have one of them in their names run.
import { badDayChecks } from './s3/check-bad-days.ts';
import { driverChecks } from './s3/check-driver.ts';
import { messageChecks } from './s3/check-messages.ts';
import { serviceChecks } from './s3/check-service.ts';
import { openTestStore } from './s3/test-store.ts';

process.exitCode = await run();
process.exit();

async function run(): Promise<number> {
  await using store = await openTestStore(process.env);
  process.stdout.write(`Against ${store.name}:\n`);
  const service = serviceChecks(store);
  const badDays = badDayChecks(store);
  const all = [...driverChecks(store), ...messageChecks(store), ...badDays.checks, ...service.checks];
  const words = process.argv.slice(2);
  const asked = all.filter(([what]) => words.length === 0 || words.some((word) => what.includes(word)));
  let failed = 0;
  for (const [what, check] of asked) {
    const startedAt = performance.now();
    const error = await check().catch((reason: Error) => reason);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(
      `${error ? 'FAILED' : 'ok    '} ${what} (${seconds} s)\n${error ? `${error.stack}\n` : ''}`,
    );
    if (error) failed += 1;
  }
  await badDays.close();
  await service.close();
  return failed === 0 ? 0 : 1;
}
