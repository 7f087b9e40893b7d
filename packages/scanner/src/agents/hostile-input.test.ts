import { describe, expect, it } from 'vitest';
import { entriesOf, reviewInput } from '../fixtures/review-input.ts';
import { threadMs } from '../fixtures/thread-ms.ts';
import { scoreReadiness } from '../readiness/score-readiness.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { agents } from './agent-list.ts';
import { runAgent } from './run-agent.ts';

// Input that makes careless patterns and parsers hang or fail: unclosed openings, repetitions, deep nesting.
const pieces = [
  '{{{',
  '<%-',
  '${',
  '`${',
  '("',
  "'",
  '/*',
  'http.Cookie{',
  'createHash(',
  'session({',
  'a = [...a',
  '__proto__: ',
  '[',
  '((a+)+',
  'password="',
  '"""',
  '\\',
  'eyJ.',
  'for (;;) {',
  '<dependency>',
];
const paths = [
  'src/a.js',
  'src/b.py',
  'src/C.java',
  'src/d.go',
  'src/e.php',
  'src/f.rb',
  'view.ejs',
  'package.json',
  'pom.xml',
  'pnpm-lock.yaml',
  'requirements.txt',
  'Dockerfile',
  'docker-compose.yml',
  'main.tf',
  '.github/workflows/x.yml',
  'README.md',
];

describe('hostile files', () => {
  it('let every agent end in time without failing', async () => {
    const texts = Object.fromEntries(
      paths.map((path, index) => [
        path,
        pieces.map((piece, place) => piece.repeat(600) + ((index + place) % 3 === 0 ? '\n' : ' ')).join(''),
      ]),
    );
    const entries = entriesOf(texts);
    const { index, dependencies } = await reviewInput({ 'src/a.js': 'x();\n' });
    // The index of the small application, with the hostile files added as code: only the agents are under test.
    const [sample] = index.files as [IndexedFile];
    const hostile: ApplicationIndex = {
      ...index,
      files: entries.map((entry) => ({
        ...sample,
        path: entry.path,
        sizeBytes: entry.sizeBytes,
        language: languageOf(entry.path),
      })),
      configs: [
        { path: 'Dockerfile', kind: 'dockerfile' },
        { path: 'docker-compose.yml', kind: 'compose' },
        { path: 'main.tf', kind: 'terraform' },
        { path: '.github/workflows/x.yml', kind: 'ci' },
      ],
      documents: [{ path: 'README.md', kind: 'readme' }],
    };
    const before = threadMs();
    for (const agent of agents) {
      const result = await runAgent(agent.id, hostile, entries, { dependencies });
      expect(['completed', 'skipped']).toContain(result.status);
    }
    const score = await scoreReadiness(hostile, [], entries, dependencies);
    expect(score.cloud.score).toBeLessThan(90);
    expect(threadMs() - before).toBeLessThan(30_000);
  }, 60_000);
});

function languageOf(path: string): string | null {
  const byEnding: Record<string, string> = {
    js: 'JavaScript',
    py: 'Python',
    java: 'Java',
    go: 'Go',
    php: 'PHP',
    rb: 'Ruby',
  };
  return byEnding[path.split('.').at(-1) ?? ''] ?? null;
}
