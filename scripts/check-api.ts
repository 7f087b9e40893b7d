// `npm run check:api`: Schemathesis against a service of its own, with every check and in every phase. It is a Python
// program (`pip install schemathesis==4.32.5`); scripts/schemathesis.toml says what is left out, and why.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startOwnService } from './examples/own-service.ts';

process.exitCode = await check(process.argv.slice(2));
process.exit();

async function check(more: readonly string[]): Promise<number> {
  // Receivers and chains of what it makes up are not asked; limits would answer most of its requests.
  await using service = await startOwnService({ RATE_LIMIT_SCALE: '1000000' });
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const key = `Authorization:Bearer ${service.key}`;
  const args = ['--config-file', config, 'run', `${service.address}/openapi.json`, '--header', key, ...more];
  const child = spawn(program, args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
