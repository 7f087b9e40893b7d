import { asObject, asText, parseJsonObject } from '../read/json-values.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { FileLookup } from '../types/file-entry.ts';
import type { DependencyFile } from './collect-packages.ts';
import { jsonKeyLines } from './lockfiles/parsed-package.ts';

const fetchesCode =
  /\b(?:curl|wget|Invoke-WebRequest|iwr)\b[^|;&]*(?:\||&&|;)\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bnode\s+-e\b|\beval\b|base64\s+(?:-d|--decode)|https?:\/\/\S+\.(?:sh|ps1)\b|python3?\s+-c\b/i;

/** Scripts that run when the project is installed and download or obfuscate what they run; registries without TLS. */
export function installScripts(lookup: FileLookup, files: readonly DependencyFile[]): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const file of files) {
    const text = lookup.text(file.path);
    if (text === undefined || file.error !== null) continue;
    if (file.path.endsWith('package.json')) drafts.push(...scriptsOf(file.path, text));
    for (const [index, line] of text.split('\n').entries()) {
      const address =
        /(?:--(?:extra-)?index-url|"resolved":|resolved|registry|source)\s*[=:]?\s*"?(http:\/\/(?!localhost|127\.)[^\s"']+)/.exec(
          line,
        )?.[1];
      if (!address) continue;
      drafts.push({
        ...common(file.path, index + 1, line),
        ruleId: 'supply-chain/plain-registry',
        impact: 'disclosure',
        confidence: 0.85,
        cwe: ['CWE-494', 'CWE-319'],
        description: 'Anybody on the network path can replace the code of the packages.',
        recommendation: 'Use the https address.',
        sinkTokens: 'plain registry',
      });
      break;
    }
  }
  return drafts;
}

function scriptsOf(path: string, text: string): FindingDraft[] {
  const scripts = asObject(parseJsonObject(text).scripts);
  const lineOf = jsonKeyLines(text);
  return ['preinstall', 'install', 'postinstall', 'prepare'].flatMap((name) => {
    const command = asText(scripts[name]);
    if (command === null || !fetchesCode.test(command)) return [];
    return [
      {
        ...common(path, lineOf(name), `"${name}": "${command}"`),
        ruleId: 'supply-chain/install-script',
        subject: `${name}`,
        impact: 'disclosure' as const,
        confidence: 0.7,
        cwe: ['CWE-506', 'CWE-829'],
        description: 'Installing the project runs code that is not part of it.',
        recommendation: 'Keep the script in the project, or check the hash of what is fetched.',
        sinkTokens: `script ${name}`,
      },
    ];
  });
}

function common(
  file: string,
  line: number,
  snippet: string,
): Pick<FindingDraft, 'exposure' | 'file' | 'line' | 'snippet' | 'source'> {
  return { exposure: 'external', file, line, snippet, source: 'dependencies' };
}
