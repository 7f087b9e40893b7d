import { draftAt } from '../../../rules/body-text.ts';
import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import { borrowingCall } from './known-calls.ts';

const mostPerFile = 40;
const longestFunction = 20_000;
const taking =
  /(?:^|[;{}(]|\*)\s*([A-Za-z_]\w*)\s*=\s*(?:\([\w\s]+\*+\s*\)\s*)?(?:(?:malloc|calloc|strdup|wcsdup|_?wcsdup|strndup)\s*\(|new\b(?!\s*\())/g;
/** Functions that show what they are given. */
const showing = /^(?:print|show|display|dump|log|trace|wprintf|fwprintf|wcs|str|mem|wmem)\w*$/i;

/** Memory that a function takes for itself, hands to nobody and never gives back. */
export function neverReleased(view: SourceView): FindingDraft[] {
  if (view.file.language !== 'C' && view.file.language !== 'C++') return [];
  if (!view.sketch.mayMatch(taking)) return [];
  const drafts: FindingDraft[] = [];
  for (const { line, endLine } of view.file.functions) {
    if (drafts.length >= mostPerFile) break;
    const start = view.offsetOf(line);
    const text = view.code.slice(start, view.offsetOf(endLine + 1));
    if (text.length > longestFunction) continue;
    for (const match of text.matchAll(taking)) {
      const name = match[1]!;
      if (!isLocalPointer(name, text) || mayLeave(name, text)) continue;
      drafts.push(
        draftAt(view, start + match.index + match[0].indexOf(name), {
          ruleId: 'memory/leak',
          subject: name,
          impact: 'hygiene',
          confidence: 0.55,
          cwe: ['CWE-401', 'CWE-772'],
          description:
            'The function hands it to nobody and ends without giving it back: each call takes more.',
          recommendation: 'Free it, or hold it in an owner that does.',
        }),
      );
      break;
    }
  }
  return drafts;
}

function isLocalPointer(name: string, text: string): boolean {
  const body = text.slice(text.indexOf('{'));
  return new RegExp(
    String.raw`(?<!\bstatic\b[^;{}]{0,80})[;{}]\s*(?:const\s+|struct\s+|unsigned\s+)*[A-Za-z_]\w*\s*\*\s*${name}\s*[;=]`,
  ).test(body);
}

/** Whether anything but a look at it, or at what it points to, is done with the pointer. */
function mayLeave(name: string, text: string): boolean {
  const mention = new RegExp(String.raw`(?<![\w.>])${name}\b`, 'g');
  for (const match of text.matchAll(mention)) {
    const before = text.slice(Math.max(0, match.index - 300), match.index);
    const after = text.slice(match.index + name.length, match.index + name.length + 40);
    if (/^\s*(?:=(?!=)|[;,]?\s*$)/.test(after) && /[*;{}]\s*$/.test(before)) continue;
    if (/\*\s*$/.test(before) && /[A-Za-z_]\w*\s*\*\s*$/.test(before) && /^\s*;/.test(after)) continue;
    if (/^\s*(?:==|!=)/.test(after) || /!\s*$/.test(before) || /\b(?:if|while)\s*\(\s*$/.test(before))
      continue;
    if (isShown(before)) continue;
    if (/&\s*$/.test(before) || !(/^\s*(?:\[|->)/.test(after) || /\*\s*$/.test(before))) return true;
    // A part that is a pointer may be handed on, but then the part leaves, not the whole.
  }
  return false;
}

/** Whether it stands among the arguments of a function that only looks. */
function isShown(before: string): boolean {
  const callee = /([A-Za-z_]\w*)\s*\((?:[^();]|\([^()]*\))*$/.exec(before)?.[1];
  return (
    callee !== undefined &&
    (borrowingCall.test(callee) || showing.test(callee)) &&
    !/^(?:free|fclose|close|return)$/.test(callee)
  );
}
