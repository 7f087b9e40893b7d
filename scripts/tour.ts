// `npm run tour`: plays the whole story against a running service, on real input, and tells what happens.
// The service is the one of TRIVIUM_URL (http://127.0.0.1:8080), the key that of TRIVIUM_API_KEY.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { connect } from '../packages/server/src/cli/client/connect.ts';
import { verify } from '../packages/server/src/cli/client/events.ts';
import { takeTour } from './tour/take-tour.ts';

const { values } = parseArgs({ options: { url: { type: 'string' }, key: { type: 'string' } } });
const startedAt = performance.now();
try {
  const trivium = connect(values);
  const eventId = await takeTour(trivium, {
    secret: `whsec_${randomBytes(24).toString('base64')}`,
    say: (text) => void process.stdout.write(`${text}\n`),
  });
  process.exitCode = await verify(eventId, values);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`\nThe tour took ${seconds} s. Everything it made is in ${trivium.url}.\n`);
} catch (error) {
  const { name, message, stack } = error as Error;
  const isTold = ['CommandError', 'TriviumError', 'TriviumConnectionError', 'TourError'].includes(name);
  process.stderr.write(`${isTold ? message : stack}\n`);
  process.exitCode = 1;
}
