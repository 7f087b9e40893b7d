import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reviewInput } from '../fixtures/review-input.ts';
import { threadMs } from '../fixtures/thread-ms.ts';
import { scoreReadiness } from '../readiness/score-readiness.ts';
import { runAgent } from './run-agent.ts';

const area = join(import.meta.dirname, '..');

async function cpuMs(times: number): Promise<number> {
  const { index, entries, dependencies } = await reviewInput({
    'README.md': `# A\n${'(('.repeat(times)}\n`,
    'src/app.py': `def f(:${'def f(:'.repeat(times / 5)}\nfor${' '.repeat(times)}x\n${'ENV'.repeat(times / 2)}\n`,
    'src/A.java': `@CrossOrigin${'\n'.repeat(times)}\nfinal int a;\n`,
    'src/list.js': 'a | b\n'.repeat(times / 2),
    'pom.xml': `<project><properties><c>${' '.repeat(times)}</properties></project>`,
    'package.json': '{"dependencies":{"express":"4.0.0"}}',
    'requirements.txt': '\t'.repeat(times),
  });
  const before = threadMs();
  for (const id of [
    'documentation.project-docs',
    'performance.runtime',
    'security.access-control',
    'security.supply-chain',
  ])
    await runAgent(id, index, entries, { dependencies });
  await scoreReadiness(index, [], entries, dependencies);
  return threadMs() - before;
}

describe('patterns that begin at a line', () => {
  it('report the line of the code, not a blank line above it', async () => {
    const { index, entries, dependencies } = await reviewInput({
      'a.py': 'import os\n\n\n\nassert user.is_admin\n',
    });
    const { findings } = await runAgent('quality.reliability', index, entries, { dependencies });
    expect(findings.filter(({ ruleId }) => ruleId === 'reliability/assert-in-production')).toEqual([
      expect.objectContaining({ line: 5, snippet: 'assert user.is_admin' }),
    ]);
  });

  it('take time in proportion to the length of long and repetitive text', async () => {
    await cpuMs(2_000); // Work that is done only once: loading and compiling code.
    const short = await cpuMs(20_000);
    const long = await cpuMs(80_000);
    // Four times the text: linear code takes at most four times as long, quadratic code sixteen times. The rest
    // allows for a garbage collection.
    expect(long).toBeLessThan(8 * short + 100);
  });

  // `^\s*` with the flag m includes the blank lines before it, and is tried again from each of them: quadratic.
  it('do not match across line ends', () => {
    const places = readdirSync(area, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) =>
        readFileSync(join(area, path), 'utf8')
          .split('\n')
          .flatMap((line, at) =>
            /(?:(?:\/|\||\(|\(\?:)\^|\(\?:\^\|[^)]*\))\\s[*+][^\n]*\/[a-ln-z]*m[a-z]*\b/.test(line)
              ? [`${path}:${at + 1}`]
              : [],
          ),
      );
    expect(places).toEqual([]);
  });
});
