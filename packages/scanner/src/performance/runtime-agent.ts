import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { patternLiterals } from '../rules/pattern-literals.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { jsLanguages, ownCode, type SourceView } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';
import { loopBodies } from './loop-blocks.ts';
import { slowPattern } from './slow-patterns.ts';

/** Work that delays everybody: calls that block the only thread, slow patterns, quadratic work. */
export const runtimeAgent = defineAgent({
  id: 'performance.runtime',
  category: 'performance',
  program: (input) => {
    const drafts: FindingDraft[] = [];
    const routeFiles = new Set(input.index.routes.map((route) => route.file));
    for (const view of ownCode(input)) {
      if (view.exposure !== 'external') continue;
      const isJs = (jsLanguages as readonly string[]).includes(view.file.language ?? '');
      if (isJs) drafts.push(...blockingCalls(view, routeFiles, input), ...growingCopies(view));
      drafts.push(...slowPatterns(view));
    }
    return { drafts };
  },
});

const blocking =
  /\b(?:fs\.)?(readFileSync|writeFileSync|appendFileSync|readdirSync|execSync|execFileSync|spawnSync|pbkdf2Sync|scryptSync|gzipSync|deflateSync|inflateSync|hashSync|compareSync|generateKeyPairSync)\s*\(/g;

/** Synchronous calls in request handlers; at the start of a program they are fine. */
function blockingCalls(view: SourceView, routeFiles: ReadonlySet<string>, input: AgentInput): FindingDraft[] {
  if (!routeFiles.has(view.path) && !/\breq(?:uest)?\s*,\s*(?:res|reply)|\bctx\b/.test(view.code)) return [];
  const routes = input.index.routes.filter((route) => route.file === view.path);
  return [...view.code.matchAll(blocking)].flatMap((match) => {
    const line = view.lineAt(match.index);
    const around = view.functionAt(line);
    if (!around) return [];
    const head = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.line) + 300);
    const isHandler =
      /\(\s*(?:req|request|_req|ctx|context)\b/.test(head) ||
      routes.some(
        (route) =>
          route.handler === around.name ||
          (route.line >= around.line &&
            route.line <= around.endLine &&
            around.line !== 1 &&
            around.endLine - around.line < 80),
      );
    if (!isHandler) return [];
    return [
      qualityDraft({
        ruleId: 'runtime/blocking-call',
        subject: match[1],
        impact: 'weakening',
        confidence: 0.75,
        cwe: ['CWE-1322'],
        file: view.path,
        line,
        column: view.columnAt(match.index),
        snippet: view.lineText(line),
        description: 'While it runs no other request is served.',
        recommendation: `Use the asynchronous form of ${match[1]}.`,
        symbol: around.name,
      }),
    ];
  });
}

/** `list = [...list, x]` and `{...all, [k]: v}` in a loop: each iteration copies everything before. */
function growingCopies(view: SourceView): FindingDraft[] {
  return loopBodies(view).flatMap((body) =>
    [
      ...view.code
        .slice(body.start, body.end)
        .matchAll(/\b(\w+)\s*=\s*(?:\[\s*\.\.\.\s*\1\b|\{\s*\.\.\.\s*\1\b|\1\.concat\s*\()/g),
    ].map((match) => {
      const line = view.lineAt(body.start + match.index);
      return qualityDraft({
        ruleId: 'runtime/growing-copy',
        subject: match[1],
        confidence: 0.6,
        cwe: ['CWE-407'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description: 'The work grows with the square of the length.',
        recommendation: 'Add to it in place (push, assignment).',
        symbol: view.symbolAt(line),
      });
    }),
  );
}

/** The maximum number of patterns analysed in a file; one with more is generated or hostile. */
const MAX_PATTERNS = 200;

function slowPatterns(view: SourceView): FindingDraft[] {
  // Go and Rust match without backtracking.
  if (/^(?:Go|Rust)$/.test(view.file.language ?? '')) return [];
  // `|` ends the previous search; otherwise, many without a `)` would each be searched to the end.
  if (!/[+*}?.]\)[+*{]|\|[^)|]*\)[*+]|\)[*+{]/.test(view.text)) return [];
  return patternLiterals(view)
    .slice(0, MAX_PATTERNS)
    .flatMap(({ offset, source, flags }) => {
      const reason = slowPattern(source, flags);
      if (!reason) return [];
      const line = view.lineAt(offset);
      return [
        qualityDraft({
          ruleId: 'runtime/slow-pattern',
          impact: 'weakening',
          confidence: 0.65,
          cwe: ['CWE-1333', 'CWE-730', 'CWE-400'],
          file: view.path,
          line,
          snippet: view.lineText(line),
          description: `${reason} On a crafted text the time doubles with each character, and nothing else is served meanwhile.`,
          recommendation: 'Write it without the inner repetition, or limit the length of the text first.',
          source: 'code',
          symbol: view.symbolAt(line),
        }),
      ];
    });
}
