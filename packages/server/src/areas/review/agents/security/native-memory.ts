import type { FindingDraft } from '../core/finding-draft.ts';
import type { SourceView } from '../core/source-view.ts';

const mostPerFile = 50;
const farthest = 4_000;

/** Memory in C and C++ that is used or freed after it was given back, or used without a look at whether there is any. */
export function nativeMemory(view: SourceView): FindingDraft[] {
  if (view.file.language !== 'C' && view.file.language !== 'C++') return [];
  const drafts: FindingDraft[] = [];
  for (const match of view.code.matchAll(
    /\b(?:free|delete(?:\s*\[\s*\])?)\s*\(?\s*([A-Za-z_]\w*(?:(?:->|\.)\w+)*)\s*\)?\s*;/g,
  )) {
    if (drafts.length >= mostPerFile) return drafts;
    // Behind a condition without a block, the next line may belong to the other case.
    if (/(?:\)|\belse)\s*$/.test(view.code.slice(Math.max(0, match.index - 60), match.index))) continue;
    const use = nextUse(view.code, match.index + match[0].length, match[1]!);
    if (use)
      drafts.push(use.isFree ? freedTwice(view, use.at, match[1]!) : usedAfter(view, use.at, match[1]!));
  }
  for (const match of view.code.matchAll(
    /\b([A-Za-z_]\w*)\s*=\s*(?:\([\w\s*]{1,60}\)\s*)?(?:malloc|calloc|realloc|strdup|strchr|strrchr|strstr|strpbrk|memchr|bsearch)\s*\([^;]{0,200}\)\s*;/g,
  )) {
    if (drafts.length >= mostPerFile) return drafts;
    const at = uncheckedUse(view.code, match.index + match[0].length, match[1]!);
    if (at !== undefined) drafts.push(unchecked(view, at, match[1]!));
  }
  return drafts;
}

/** The next mention in the same block or one inside it; none when the block ends, leaves, or the name is given anew. */
function nextUse(code: string, from: number, name: string): { at: number; isFree: boolean } | undefined {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const text = code.slice(from, from + farthest);
  const step = new RegExp(
    String.raw`[{}]|\b(?:return|break|continue|goto|exit|abort|throw)\b|(?<![\w.>])${plain}\b`,
    'g',
  );
  let depth = 0;
  for (const match of text.matchAll(step)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}') {
      if (--depth < 0) return undefined;
    } else if (/^[a-z]+$/.test(match[0]) && match[0] !== name) {
      // Inside of a block of its own, leaving says nothing about what comes after it.
      if (depth > 0) continue;
      const rest = text.slice(match.index, text.indexOf(';', match.index) + 1);
      if (match[0] !== 'return' || !new RegExp(String.raw`\b${plain}\b`).test(rest)) return undefined;
    } else {
      const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      // n = n->next reads what was freed before the name is given anew.
      const given = /^\s*=(?!=)\s*([^;]{1,80});/.exec(text.slice(match.index + match[0].length))?.[1];
      if (
        given !== undefined &&
        depth === 0 &&
        new RegExp(String.raw`(?<![\w.>])${plain}\s*(?:->|\[|\.)`).test(given)
      )
        return { at: from + match.index, isFree: false };
      if (/^\s*=(?!=)/.test(after) || /&\s*$/.test(before) || /^\s*(?:==|!=)/.test(after)) return undefined;
      const isFree = /\b(?:free|delete(?:\s*\[\s*\])?)\s*\(?\s*$/.test(before);
      // In a block of its own a use may stand behind a check; freeing again is wrong wherever it stands.
      return depth > 0 && !isFree ? undefined : { at: from + match.index, isFree };
    }
  }
  return undefined;
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

type Given = Pick<
  FindingDraft,
  'ruleId' | 'title' | 'impact' | 'confidence' | 'cwe' | 'description' | 'recommendation'
>;

function draftAt(view: SourceView, offset: number, given: Given): FindingDraft {
  const line = view.lineAt(offset);
  return {
    exposure: view.exposure,
    file: view.path,
    line,
    column: view.columnAt(offset),
    snippet: view.lineText(line),
    source: 'code',
    symbol: view.symbolAt(line),
    ...given,
  };
}

function usedAfter(view: SourceView, offset: number, name: string): FindingDraft {
  return draftAt(view, offset, {
    ruleId: 'memory/use-after-free',
    title: `${name} is used after it was freed`,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416'],
    description: 'The memory may hold something else by then, also what an attacker put there.',
    recommendation: 'Free it after its last use, and set the pointer to NULL.',
  });
}

function freedTwice(view: SourceView, offset: number, name: string): FindingDraft {
  return draftAt(view, offset, {
    ruleId: 'memory/double-free',
    title: `${name} is freed twice`,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-415'],
    description: 'The second time corrupts the books of the allocator, which leads to code of an attacker.',
    recommendation: 'Free it once, and set the pointer to NULL.',
  });
}

function unchecked(view: SourceView, offset: number, name: string): FindingDraft {
  return draftAt(view, offset, {
    ruleId: 'memory/unchecked-allocation',
    title: `Nothing asks whether there was memory for ${name}`,
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-690', 'CWE-476', 'CWE-252'],
    description: 'Without memory the call answers NULL, and the write through it ends the process.',
    recommendation: 'Check for NULL first.',
  });
}
