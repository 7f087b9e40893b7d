import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { isProductCode, ownCode, type SourceView } from '../rules/source-view.ts';

/** Unreachable code, unused exports, calls with many arguments. */
export const maintainabilityAgent = defineAgent({
  id: 'quality.maintainability',
  category: 'quality',
  program: (input) => {
    const drafts: FindingDraft[] = [];
    for (const view of ownCode(input)) {
      if (view.exposure === 'test') continue;
      drafts.push(...longParameters(view), ...unreachable(view), ...commentedCode(view));
    }
    drafts.push(...unusedExports(input));
    return { drafts };
  },
});

function longParameters(view: SourceView): FindingDraft[] {
  return view.file.functions
    .filter((one) => one.parameters > 7)
    .map((one) =>
      qualityDraft({
        ruleId: 'maintainability/many-parameters',
        subject: `${one.name} takes ${one.parameters}`,
        confidence: 0.85,
        file: view.path,
        line: one.line,
        snippet: view.lineText(one.line),
        description: 'Callers confuse their order, and each new one changes all callers.',
        recommendation: 'Take one object with named fields.',
        symbol: one.name,
        sinkTokens: one.name,
      }),
    );
}

const braced = [
  'JavaScript',
  'TypeScript',
  'TSX',
  'JSX',
  'Java',
  'C#',
  'Go',
  'Kotlin',
  'PHP',
  'C',
  'C++',
  'Rust',
  'Dart',
];

function unreachable(view: SourceView): FindingDraft[] {
  if (!braced.includes(view.file.language ?? '')) return [];
  const drafts: FindingDraft[] = [];
  const leaves =
    /^([ \t]*)(?:return\b[^;{}()\n]*;|throw\s+[^;{}\n]*;|break;|continue;)[ \t]*\n((?:[ \t]*\n)*)\1(?=[A-Za-z_$])(?!case\b|default\b|else\b|catch\b|finally\b|function\b|async\s+function\b|class\b|export\b|type\b|interface\b|\w+\s*:)/gm;
  for (const match of view.code.matchAll(leaves)) {
    const line = view.lineAt(match.index + match[0].length);
    // `if (x)` without braces before it: the next line is reachable.
    const before = view.code.slice(0, match.index).trimEnd();
    if (/(?:\)|else|do|=>)$/.test(before) || !/[;{}]$/.test(before)) continue;
    if (view.functionAt(line)?.name !== view.functionAt(line - 1)?.name) continue;
    drafts.push(
      qualityDraft({
        ruleId: 'maintainability/unreachable',
        confidence: 0.75,
        cwe: ['CWE-561'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description: 'The statement before it always leaves the block.',
        recommendation: 'Remove it, or fix the statement before it.',
        symbol: view.symbolAt(line),
      }),
    );
  }
  return drafts;
}

/** A Python statement in a comment, which has no terminator. */
const pythonStatement =
  /^\s*#\s*(?:(?:return|raise|yield)\b.*|\w[\w.]*\([^)]*\)|\w[\w.[\]'"]*\s*[-+*/|&]?=(?!=)\s*\S.*)\s*$/;

/** Whole blocks of code in comments; a single line may be an explanation. */
function commentedCode(view: SourceView): FindingDraft[] {
  const lines = view.text.split('\n');
  const isCode = (line: string) =>
    /^\s*(?:\/\/|#)\s*(?:(?:const|let|var|return|if|for|while|function|def|import|public|private|await|self\.|this\.)\b.*[;{:(),]|\w[\w.]*\([^)]*\);|\}\s*(?:else|catch)?\s*\{?|\w[\w.[\]]*\s*[-+*/|&]?=\s*.+;)\s*$/.test(
      line,
    ) ||
    (view.file.language === 'Python' && pythonStatement.test(line));
  const drafts: FindingDraft[] = [];
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at] ?? '';
    let end = at;
    while (isCode(lines[end] ?? '')) end++;
    if (end - at >= 6) {
      drafts.push(
        qualityDraft({
          ruleId: 'maintainability/commented-code',
          subject: `${end - at} lines`,
          confidence: 0.75,
          file: view.path,
          line: at + 1,
          endLine: end,
          snippet: first,
          description: 'Nobody knows whether it still works, and the version history keeps it anyway.',
          recommendation: 'Remove it.',
          sinkTokens: first.trim(),
        }),
      );
    }
    if (end > at) at = end;
  }
  return drafts;
}

/**
 * Reported once for an application, with the files that have the most. The exports of a package may be used
 * elsewhere.
 */
function unusedExports({
  index,
  dependencies,
}: Parameters<typeof maintainabilityAgent.run>[0]): FindingDraft[] {
  const isLibrary =
    index.routes.length === 0 &&
    dependencies.manifests.some((path) =>
      /package\.json$|Cargo\.toml$|pyproject\.toml$|setup\.py$/.test(path),
    );
  if (isLibrary) return [];
  const files = index.files
    .filter(isProductCode)
    .filter((file) => /^(?:JavaScript|TypeScript|TSX|JSX)$/.test(file.language ?? ''))
    .map((file) => ({
      file,
      unused: file.exports.filter(
        (one) => !one.isUsed && one.kind !== 'default' && one.kind !== 'reexport' && one.kind !== 'type',
      ),
    }))
    .filter(
      ({ file, unused }) =>
        unused.length >= 3 &&
        !/(?:^|\/)(?:index|main)\.[a-z]+$|\.config\.|\/(?:pages|app|routes|api)\//.test(file.path),
    );
  return files.slice(0, 30).map(({ file, unused }) =>
    qualityDraft({
      ruleId: 'maintainability/unused-exports',
      subject: `${unused.length}`,
      confidence: 0.6,
      file: file.path,
      line: unused[0]?.line ?? 1,
      description: `${unused
        .slice(0, 6)
        .map((one) => one.name)
        .join(', ')}${unused.length > 6 ? ', …' : ''}: no file of the application imports them.`,
      recommendation: 'Remove what is not used, and export only what others need.',
      sinkTokens: 'unused exports',
    }),
  );
}
