import { auxiliaryPath } from '../../read/files/aside-paths.ts';
import { indentOf } from '../../read/indent-of.ts';
import { sortFindings } from '../../rules/finish-findings.ts';
import { maskCode } from '../../rules/mask-code.ts';
import type { Agent, AgentInput, AgentResult } from '../../types/agent.ts';
import type { IndexedFile } from '../../types/file-facts.ts';
import type { DroppedFinding, Finding } from '../../types/finding.ts';

/** Checks every finding again: whether the file is used at all, and whether the code still shows the claim. */
export const verifierAgent: Agent = {
  id: 'meta.verifier',
  category: 'meta',
  run: (input): AgentResult => {
    const files = new Map(input.index.files.map((file) => [file.path, file]));
    const findings: Finding[] = [];
    const dropped: DroppedFinding[] = [];
    for (const finding of input.findings) {
      const verdict = verify(finding, files.get(finding.file), input);
      if (typeof verdict === 'string') {
        dropped.push({
          fingerprint: finding.fingerprint,
          ruleId: finding.ruleId,
          file: finding.file,
          line: finding.line,
          reason: 'false_positive',
          detail: verdict,
        });
      } else findings.push(verdict);
    }
    return { status: 'completed', driver: 'rules', findings: sortFindings(findings), dropped };
  },
};

/** The finding, possibly with lower confidence, or why it is dropped. */
function verify(finding: Finding, file: IndexedFile | undefined, input: AgentInput): Finding | string {
  // A finding about a missing document has a file, but is not about it.
  const aboutCode =
    finding.source !== 'dependencies' &&
    finding.package === null &&
    !finding.ruleId.startsWith('project-docs/');
  if (file?.isVendored && aboutCode) return 'The file is third-party code.';
  if (file?.isGenerated && aboutCode && finding.source !== 'secrets') return 'The file is generated.';
  const text = input.files.text(finding.file);
  if (finding.source !== 'code' || text === undefined) return finding;
  const lines = text.split('\n');
  const line = lines[finding.line - 1] ?? '';
  const before = lines[finding.line - 2] ?? '';
  if (isSuppressed(line, before))
    return 'A comment at the place says that it was reviewed (nosec, NOSONAR, lint rule).';
  if (finding.evidence.length > 0) {
    const constant = constantSource(finding);
    if (constant) return constant;
    // `return` in a string does not leave the function.
    const code = maskCode(text, file?.language ?? null).code.split('\n');
    const dead = deadCode(code, finding.line);
    if (dead) return dead;
    const harmless = harmlessSink(finding, line, text, input);
    if (harmless) return harmless;
  }
  const inTest = file?.isTest || auxiliaryPath.test(finding.file);
  return inTest && finding.confidence > 0.5 ? { ...finding, confidence: 0.5 } : finding;
}

const suppression =
  /(?:\/\/|#|\/\*|<!--)\s*(?:nosec\b|NOSONAR\b|nosemgrep\b|lgtm\s*\[|codeql\s*\[|noqa:\s*S\d|eslint-disable(?:-next-line|-line)?\s+security\/|snyk:ignore|bearer:disable|gosec:disable|nolint:[\w,]*gosec\b|slither-disable-(?:next-)?line\b)/;

/** A reviewer's mark on the line, or in a comment just above it. */
function isSuppressed(line: string, before: string): boolean {
  return suppression.test(line) || (/^\s*(?:\/\/|#|\/\*|<!--)/.test(before) && suppression.test(before));
}

/** A literal is not input. */
function constantSource(finding: Finding): string | undefined {
  const source = finding.evidence.find((one) => one.role === 'source');
  if (!source) return undefined;
  return /^\s*(?:(?:const|let|var|final|static|String|private|public)\s+)*[\w$.]+(?:\s*:\s*\w+)?\s*=\s*(?:"(?:[^"$#]|#(?!\{))*"|'[^'$]*'|\d+)\s*;?\s*$/.test(
    source.snippet,
  )
    ? 'The value at its source is a constant.'
    : undefined;
}

/** Calls with a dangerous name that do something else. */
function harmlessSink(finding: Finding, line: string, text: string, input: AgentInput): string | undefined {
  if (
    finding.ruleId === 'injection/ssrf' &&
    /\b(?:app|router|handler|worker|assets|\w+App)\.fetch\s*\(/i.test(line)
  ) {
    return 'The call hands the request to a handler in the process, not to the network.';
  }
  if (finding.ruleId === 'injection/xss' && /\.[cm]?[jt]sx?$/.test(finding.file)) {
    if (/\.(?:send|end)\s*\(\s*(?:\{|\[|new\s)/.test(line) && !/\]\s*\.join\s*\(/.test(line))
      return 'An object is sent as JSON, which no browser takes for a page.';
    if (/\breply\b[\w.()\s\d]*\.send\s*\(/.test(line) && /fastify/i.test(text) && !/text\/html/.test(text)) {
      return 'This framework sends texts as text/plain, and nothing here says otherwise.';
    }
  }
  const isScript = /\.[cm]?[jt]sx?$/.test(finding.file);
  if (
    finding.ruleId === 'injection/deserialization' &&
    isScript &&
    /\byaml\.load\s*\(/i.test(line) &&
    hasSafeYaml(input)
  ) {
    return 'From version 4 on, js-yaml builds plain data only.';
  }
  return undefined;
}

function hasSafeYaml({ dependencies, files }: AgentInput): boolean {
  const used = dependencies.packages.find((one) => one.ecosystem === 'npm' && one.name === 'js-yaml');
  if (!used) return false;
  const asked = /"js-yaml"\s*:\s*"[~^>=\s]*(\d+)/.exec(files.text(used.file) ?? '')?.[1];
  return Number(used.version?.split('.')[0] ?? asked ?? 0) >= 4;
}

/** Code in `if (false)`, or after a return at the same level. */
function deadCode(lines: readonly string[], line: number): string | undefined {
  const indent = indentOf(lines[line - 1] ?? '');
  for (let at = line - 2; at >= Math.max(0, line - 40); at--) {
    const text = lines[at] ?? '';
    if (text.trim() === '') continue;
    const own = indentOf(text);
    if (own < indent) {
      return /^\s*(?:}\s*else\s+)?(?:if|while)\s*\(?\s*(?:false|False|0)\s*\)?\s*[:{]/.test(text)
        ? 'The code is behind a condition that is never true.'
        : undefined;
    }
    if (
      own === indent &&
      /^\s*(?:return|throw|raise)\b[^{(]*;?\s*$/.test(text) &&
      !/^\s*(?:case|default|[}\])])/.test(lines[at + 1] ?? '')
    ) {
      return 'The code is after a statement that leaves the block.';
    }
  }
  return undefined;
}
