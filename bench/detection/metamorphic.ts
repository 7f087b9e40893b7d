// `npm run bench:detection -- --metamorphic [--list] [--pairs] [language...]`: findings in the marked examples of the
// scanner after changes that keep the behaviour of the code.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  addScores,
  change,
  changesFor,
  type Score,
  score,
  youden,
} from '../../packages/scanner/src/fixtures/metamorphic/index.ts';

const folder = join(import.meta.dirname, '../../packages/scanner/src/languages');
const languages = ['python', 'go', 'javascript', 'swift', 'dart', 'scala'];

interface Options {
  list: boolean;
  pairs: boolean;
  say: (line: string) => void;
}

export async function measureChanges(chosen: readonly string[], options: Options): Promise<void> {
  for (const language of chosen.length > 0 ? chosen : languages) await measureLanguage(language, options);
}

async function measureLanguage(language: string, options: Options): Promise<void> {
  const examples = globSync(`${language}/examples/*.txt`, { cwd: folder })
    .sort()
    .map((path) => ({ [basename(path, '.txt')]: readFileSync(join(folder, path), 'utf8') }));
  const { say } = options;
  say(`\n${language}: ${examples.length} examples`);
  await measureSteps(examples, [], options);
  const names = changesFor(Object.keys(examples[0] ?? {})[0] ?? '');
  const single = names.map((name) => [name]);
  const pairs = options.pairs ? names.flatMap((a, at) => names.slice(at + 1).map((b) => [a, b])) : [];
  let worst: { name: string; j: number } = { name: 'none', j: 1 };
  const all: Score[] = [];
  for (const steps of [...single, ...pairs]) {
    const result = await measureSteps(examples, steps, options);
    if (result === null) continue;
    all.push(result);
    const j = youden(result);
    if (j < worst.j) worst = { name: steps.join(' + '), j };
  }
  const whole = addScores(all);
  say(`  all changes: J ${youden(whole).toFixed(3)}, ${whole.gone.length} gone, ${whole.came.length} came`);
  say(`  worst: ${worst.name}, J ${worst.j.toFixed(3)}`);
}

async function measureSteps(
  examples: readonly Record<string, string>[],
  steps: readonly string[],
  { list, say }: Options,
): Promise<Score | null> {
  const scores: Score[] = [];
  const texts: string[] = [];
  for (const example of examples) {
    let files: Record<string, string> | null = example;
    for (const step of steps) files = files === null ? null : await change(files, step);
    if (files === null) continue;
    const one = await score(files);
    scores.push(one);
    if (list)
      for (const [word, places] of [['gone', one.gone] as const, ['came', one.came] as const])
        for (const place of places) texts.push(`    ${word} ${place}: ${lineAt(files, place)}`);
  }
  if (scores.length === 0) return null;
  const whole = addScores(scores);
  const { gone, came } = whole;
  if (steps.length < 2 || gone.length + came.length > 0)
    say(
      `  ${steps.join(' + ') || 'as written'}: J ${youden(whole).toFixed(3)}, ${whole.weak} weak, ${gone.length} gone, ${came.length} came`,
    );
  for (const text of texts) say(text);
  return whole;
}

function lineAt(files: Record<string, string>, place: string): string {
  const [path, line] = /^([^:]+):(\d+)/.exec(place)?.slice(1) ?? [];
  return (
    files[path ?? '']
      ?.split('\n')
      .at(Number(line) - 1)
      ?.trim() ?? ''
  );
}
