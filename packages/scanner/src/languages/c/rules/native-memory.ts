import { draftAt } from '../../../rules/body-text.ts';
import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';

const mostPerFile = 50;

/** Memory in C and C++ that is used without a look at whether there is any. */
export function nativeMemory(view: SourceView): FindingDraft[] {
  if (view.file.language !== 'C' && view.file.language !== 'C++') return [];
  const drafts: FindingDraft[] = [];
  for (const match of view.code.matchAll(
    /\b([A-Za-z_]\w*)\s*=\s*(?:\([\w\s*]{1,60}\)\s*)?(?:malloc|calloc|realloc|strdup|strchr|strrchr|strstr|strpbrk|memchr|bsearch)\s*\([^;]{0,200}\)\s*;/g,
  )) {
    if (drafts.length >= mostPerFile) return drafts;
    const at = uncheckedUse(view.code, match.index + match[0].length, match[1]!);
    if (at !== undefined) drafts.push(unchecked(view, at, match[1]!));
  }
  return drafts;
}

/** The first time that new memory is written through, when nothing before asks whether there is any. */
function uncheckedUse(code: string, from: number, name: string): number | undefined {
  const text = code.slice(from, from + 600);
  const found = new RegExp(String.raw`(?<![\w.>])${name}\b`).exec(text);
  if (!found || text.slice(0, found.index).includes('}')) return undefined;
  const after = text.slice(found.index + name.length, found.index + name.length + 20);
  const before = text.slice(Math.max(0, found.index - 30), found.index);
  const writes =
    /^\s*(?:\[|->)/.test(after) ||
    /\*\s*$/.test(before) ||
    /\b(?:strcpy|memcpy|memset|sprintf|strncpy)\s*\(\s*$/.test(before);
  return writes && !/\b(?:if|while|assert\w*|CHECK\w*)\s*\(\s*!?\s*$/.test(before)
    ? from + found.index
    : undefined;
}

function unchecked(view: SourceView, offset: number, name: string): FindingDraft {
  return draftAt(view, offset, {
    ruleId: 'memory/unchecked-allocation',
    subject: name,
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-690', 'CWE-476', 'CWE-252'],
    description: 'Without memory the call answers NULL, and the write through it ends the process.',
    recommendation: 'Check for NULL first.',
  });
}
