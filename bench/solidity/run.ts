// `npm run bench:solidity -- [--list] [--half seen|held] <checkout>…`: findings of the rules for contracts. A checkout
// of crytic/slither or smartbugs/smartbugs-curated is scored with its own labels, separately for contracts that the
// authors of the rules looked at and for the others; for any other checkout, it reports the critical and high findings.
// Nothing of them is stored.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { analyze } from '../../packages/scanner/src/index.ts';
import { isSlither, scoreSlither } from './score-slither.ts';
import { isSmartBugs, scoreSmartBugs } from './score-smartbugs.ts';
import { formatScore, type Half, type Score, sumOf } from './scores.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, half: { type: 'string' } },
});
const half: Half | null = values.half === 'seen' || values.half === 'held' ? values.half : null;
if (positionals.length === 0) throw new Error('Pass the path of at least one checkout.');

for (const root of positionals) {
  print(`\n${basename(root)}`);
  if (isSlither(root)) printScores(scoreSlither(root, half));
  else if (isSmartBugs(root)) printScores(scoreSmartBugs(root, half));
  else await printFindings(root);
}

function printScores(scores: ReadonlyMap<string, Score>): void {
  for (const [name, score] of [...scores].sort(([a], [b]) => (a < b ? 1 : -1))) {
    print(`  ${formatScore(name, score)}`);
    if (values.list) for (const line of score.list) print(`    ${line}`);
  }
  for (const kind of ['seen', 'held']) {
    const own = [...scores].filter(([name]) => name.startsWith(kind)).map(([, score]) => score);
    if (own.length > 0) print(`  ${formatScore(`all ${kind}`, sumOf(own))}`);
  }
}

async function printFindings(root: string): Promise<void> {
  const startedAt = performance.now();
  const analysis = await analyze({ folder: root }, { agents: ['security.access-control', 'meta.verifier'] });
  const findings = analysis.findings.filter(({ ruleId }) => ruleId.startsWith('contract/'));
  const lines = analysis.index.languages.find(({ name }) => name === 'Solidity')?.linesCode ?? 0;
  print(`  ${lines} lines of Solidity, ${Math.round(performance.now() - startedAt)} ms`);
  const counts = new Map<string, number>();
  for (const { severity, ruleId } of findings) {
    const key = `${severity} ${ruleId}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, times] of [...counts].sort()) print(`  ${times} ${key}`);
  for (const one of findings)
    if (values.list || one.severity === 'critical' || one.severity === 'high')
      print(
        `    ${one.severity} ${one.ruleId} ${one.file}:${one.line} ${one.snippet.trim()} — ${one.description}`,
      );
  analysis.close();
}
