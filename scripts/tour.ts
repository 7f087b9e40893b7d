// `npm run tour`: plays the whole story against a running service, with real input, and prints what happens. The
// service is the one at TRIVIUM_URL (http://127.0.0.1:8080, or another PORT) and the key is TRIVIUM_API_KEY. Without a
// key, it makes one for an hour in the database of these settings, which is that of a running `npm start`.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CommandError } from '../packages/server/src/cli/client/command-error.ts';
import { type ClientOptions, chooseService, clientOf } from '../packages/server/src/cli/client/connect.ts';
import { verify } from '../packages/server/src/cli/client/events.ts';
import { formatFailure, isExpected } from '../packages/server/src/cli/format-error.ts';
import { openKeyStore } from '../packages/server/src/cli/open-key-store.ts';
import { takeTour } from './tour/take-tour.ts';

const HOUR_MS = 3_600_000;

const USAGE = `npm run tour -- [--url <address>] [--key <API key>]
Shows all of Trivium on the service at the address; default: the one of npm start on this machine.`;

const startedAt = performance.now();
try {
  const { help, ...given } = readOptions();
  if (help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit();
  }
  const options = await withKey(given);
  const trivium = clientOf(options.url, options.key);
  const eventId = await takeTour(trivium, {
    secret: `whsec_${randomBytes(24).toString('base64')}`,
    say: (text) => void process.stdout.write(`${text}\n`),
  });
  process.exitCode = await verify(eventId, options);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`\nThe tour took ${seconds} s. Everything it made is in ${trivium.url}.\n`);
} catch (error) {
  process.stderr.write(`${isExpected(error) ? formatFailure(error) : (error as Error).stack}\n`);
  process.exitCode = 1;
}

function readOptions(): ClientOptions & { help?: boolean } {
  try {
    return parseArgs({
      options: { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`);
  }
}

async function withKey(given: ClientOptions): Promise<{ url: string; key: string }> {
  const { url, key: known } = chooseService(given);
  if (known !== undefined) return { url, key: known };
  // Checked first, so that no database is opened if the service does not run, or runs on another machine.
  const answer = await fetch(`${url}/livez`).catch(() => undefined);
  if (!answer?.ok) {
    throw new CommandError(
      `${url} does not answer. Run npm start in another terminal, or set TRIVIUM_URL to the address of the service.`,
    );
  }
  if (!isLoopback(new URL(url).hostname)) {
    throw new CommandError(`An API key is needed for ${url}: pass --key, or set TRIVIUM_API_KEY.`);
  }
  await using store = await openKeyStore(process.env, { organization: 'default', database: true });
  const { key } = await store.create({
    name: 'tour',
    scopes: ['admin'],
    environment: 'production',
    expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  return { url, key };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
