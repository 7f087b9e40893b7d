import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { ownCode, type SourceView } from '../rules/source-view.ts';

const clock =
  /\bDate\.now\s*\(|\bnew\s+Date\s*\(\s*\)|\bdatetime\.(?:now|utcnow)\s*\(|\btime\.(?:time|Now)\s*\(|\bSystem\.currentTimeMillis\s*\(|\bLocal(?:Date)?(?:Time)?\.now\s*\(\s*\)|\bInstant\.now\s*\(\s*\)|\bDateTime\.(?:Utc)?Now\b|\bTime\.now\b/g;
const random =
  /\bMath\.random\s*\(|\brandom\.(?:random|randint|choice)\s*\(|\bnew\s+Random\s*\(\s*\)|\brand\.Int\w*\s*\(|\bUUID\.randomUUID\s*\(|\buuid\.uuid4\s*\(|\bcrypto\.randomUUID\s*\(/g;

/** Functions with branches that depend on time, random numbers or the environment, which a test cannot control. */
export const testabilityAgent = defineAgent({
  id: 'testing.testability',
  category: 'testing',
  program: (input) => {
    const drafts: FindingDraft[] = [];
    for (const view of ownCode(input)) if (view.exposure === 'external') drafts.push(...hardWired(view));
    return { drafts: drafts.slice(0, 60) };
  },
});

function hardWired(view: SourceView): FindingDraft[] {
  const kinds = new Map<string, { line: number; name: string; cyclomatic: number; kinds: Set<string> }>();
  for (const [kind, pattern] of [
    ['the clock', clock],
    ['chance', random],
  ] as const) {
    pattern.lastIndex = 0;
    if (!pattern.test(view.text)) continue;
    pattern.lastIndex = 0;
    for (const match of view.code.matchAll(pattern)) {
      const line = view.lineAt(match.index);
      const around = view.functionAt(line);
      // If a function only passes the time on, nothing depends on it.
      if (!around || around.cyclomatic < 8) continue;
      const known = kinds.get(around.name) ?? {
        line,
        name: around.name,
        cyclomatic: around.cyclomatic,
        kinds: new Set<string>(),
      };
      known.kinds.add(kind);
      kinds.set(around.name, known);
    }
  }
  return [...kinds.values()].map((one) =>
    qualityDraft({
      ruleId: 'testability/hard-wired',
      subject: `${one.name} (${[...one.kinds].join(', ')})`,
      confidence: 0.55,
      file: view.path,
      line: one.line,
      snippet: view.lineText(one.line),
      description: `It has ${one.cyclomatic} paths, and which one a test runs depends on what the test cannot control.`,
      recommendation: 'Pass the time or the generator as a parameter, with the real one as the default.',
      symbol: one.name,
      sinkTokens: one.name,
    }),
  );
}
