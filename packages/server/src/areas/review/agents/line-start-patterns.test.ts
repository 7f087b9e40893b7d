import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reviewInput } from './fixtures/review-input.ts';
import { scoreReadiness } from './readiness/score-readiness.ts';
import { runAgent } from './run-agent.ts';

const area = join(import.meta.dirname, '..');

describe('patterns that begin at a line', () => {
  it('name the line of the code, not a blank line above it', async () => {
    const { index, entries, dependencies } = await reviewInput({
      'a.py': 'import os\n\n\n\nassert user.is_admin\n',
    });
    const { findings } = await runAgent('quality.reliability', index, entries, { dependencies });
    expect(findings.filter(({ ruleId }) => ruleId === 'reliability/assert-in-production')).toEqual([
      expect.objectContaining({ line: 5, snippet: 'assert user.is_admin' }),
    ]);
  });

  it('take what is long or repeated in their stride', async () => {
    const { index, entries, dependencies } = await reviewInput({
      'README.md': `# A\n${'](('.repeat(20_000)}\n`,
      'src/app.py': `def f(:${'def f(:'.repeat(4_000)}\nfor${' '.repeat(20_000)}x\n${'ENV'.repeat(8_000)}\n`,
      'src/A.java': `@CrossOrigin${'\n'.repeat(20_000)}\nfinal int a;\n`,
      'pom.xml': `<project><properties><c>${' '.repeat(20_000)}</properties></project>`,
      'package.json': '{"dependencies":{"express":"4.0.0"}}',
      'requirements.txt': '\t'.repeat(200_000),
    });
    const started = performance.now();
    for (const id of [
      'documentation.project-docs',
      'performance.runtime',
      'security.access-control',
      'security.supply-chain',
    ])
      await runAgent(id, index, entries, { dependencies });
    await scoreReadiness(index, [], entries, dependencies);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  // `^\s*` with the flag m takes the blank lines above along, and asks again from each of them: quadratic.
  it('do not run over the ends of lines', () => {
    const places = readdirSync(area, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) =>
        readFileSync(join(area, path), 'utf8')
          .split('\n')
          .flatMap((line, at) =>
            /(?:\/|\||\(|\(\?:)\^\\s[*+][^\n]*\/[a-ln-z]*m[a-z]*\b/.test(line) ? [`${path}:${at + 1}`] : [],
          ),
      );
    expect(places).toEqual([]);
  });
});
