// `npm run check:api`: Schemathesis against a service of its own, with every check and in every phase. It is a Python
// program (`pip install schemathesis==4.32.5`); scripts/schemathesis.toml says what is left out, and why. With arguments
// it runs once, with these.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnService } from './examples/own-service.ts';

const root = join(import.meta.dirname, '..');
const document: { paths: Record<string, { post?: Operation }> } = JSON.parse(
  readFileSync(join(root, 'packages/server/openapi.json'), 'utf8'),
);

process.exitCode = await check(process.argv.slice(2));
process.exit();

async function check(given: readonly string[]): Promise<number> {
  // Receivers and chains of what it makes up are not asked; limits would answer most of its requests.
  await using service = await startOwnService({ RATE_LIMIT_SCALE: '1000000' });
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const key = `Authorization:Bearer ${service.key}`;
  let worst = 0;
  for (const more of given.length > 0
    ? [given]
    : [['--phases', 'examples,coverage,fuzzing'], ...stateful()]) {
    const args = [
      '--config-file',
      config,
      'run',
      `${service.address}/openapi.json`,
      '--header',
      key,
      ...more,
    ];
    const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'exit');
    worst = Math.max(worst, code ?? 1);
  }
  return worst;
}

interface Operation {
  operationId: string;
  responses: Record<string, { links?: Record<string, unknown> }>;
}

/**
 * A run for each operation that makes something, with those that its links lead to, which have their names. Of all
 * operations at once it hardly follows a link: seldom is what one made asked for by the next.
 */
function stateful(): string[][] {
  return Object.values(document.paths).flatMap(({ post }) => {
    if (post === undefined) return [];
    const targets = Object.values(post.responses).flatMap(({ links }) => Object.keys(links ?? {}));
    const ids = [post.operationId, ...new Set(targets)].flatMap((id) => ['--include-operation-id', id]);
    return targets.length === 0 ? [] : [['--phases', 'stateful', ...ids]];
  });
}
