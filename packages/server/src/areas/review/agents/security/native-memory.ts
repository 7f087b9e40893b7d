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
  let outer = 0;
  for (const match of text.matchAll(step)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}') {
      if (--depth >= 0) continue;
      // The block ends without leaving: what follows it runs as well, unless it is the other case or a loop's next round.
      const rest = text.slice(match.index + 1, match.index + 40);
      if (outer > 0 || /^\s*(?:else\b|while\b|case\b|default\b|\}|$)/.test(rest)) return undefined;
      if (!opensIf(code, from)) return undefined;
      outer++;
      depth = 0;
    } else if (/^[a-z]+$/.test(match[0]) && match[0] !== name) {
      // Inside of a block of its own, leaving says nothing about what comes after it.
      if (depth > 0) continue;
      const rest = text.slice(match.index, text.indexOf(';', match.index) + 1);
      const label = /^goto\s+(\w+)/.exec(rest)?.[1];
      if (label !== undefined) return useAtLabel(text, from, label, plain);
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
      // Behind the block that freed it, only what is surely a use counts.
      if (outer > 0 && !isFree && !/^\s*(?:->|\[)/.test(after)) return undefined;
      if (outer > 0 && /\bif\s*\([^{};]*$/.test(text.slice(Math.max(0, match.index - 120), match.index)))
        return undefined;
      // In a block of its own a use may stand behind a check; freeing again is wrong wherever it stands.
      return depth > 0 && !isFree ? undefined : { at: from + match.index, isFree };
    }
  }
  return undefined;
}

/** Whether the block around an offset is that of an `if` alone. */
function opensIf(code: string, offset: number): boolean {
  let depth = 0;
  for (let at = offset - 1; at > Math.max(0, offset - 2_000); at--) {
    if (code[at] === '}') depth++;
    else if (code[at] === '{' && depth-- === 0)
      return (
        /\bif\s*\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)\s*$/.test(
          code.slice(Math.max(0, at - 300), at),
        ) && !/\belse\s+if\s*\([^{};]*$/.test(code.slice(Math.max(0, at - 300), at))
      );
  }
  return false;
}

/** Freed again behind the label that a jump goes to. */
function useAtLabel(
  text: string,
  from: number,
  label: string,
  plain: string,
): { at: number; isFree: boolean } | undefined {
  const target = new RegExp(String.raw`^[ \t]*${label}\s*:`, 'm').exec(text);
  if (target === null) return undefined;
  const after = text.slice(target.index, target.index + 600);
  const end = after.search(/^\}/m);
  const again = new RegExp(
    String.raw`(?<!\b(?:if|while)\s*\([^;{}]{0,60})\b(?:free|delete)\s*\(?\s*${plain}\s*\)?\s*;`,
  ).exec(end < 0 ? after : after.slice(0, end));
  return again === null ? undefined : { at: from + target.index + again.index, isFree: true };
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
