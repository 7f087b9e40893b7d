import type { SourceView } from '../rules/source-view.ts';

const loopHead =
  /\b(?:for|while)\b(?:\s+await)?\s*(?:\([^{;]{0,300}(?:;[^{;]{0,300};[^{]{0,300})?\)|[^({\n:]{1,300}(?=\{))\s*\{|\.(?:forEach|map|each)\s*\(\s*(?:async\s*)?(?:\([^)]{0,300}\)|\w+)\s*=>\s*\{|\b(?:foreach)\s*\([^{]{0,300}\)\s*\{/g;

/** Loop bodies in a file as ranges of offsets. */
export interface LoopBody {
  start: number;
  end: number;
}

const MAX_BODY_LENGTH = 8_000;
/** Nobody writes more loops in one file, and several rules search each. */
const MAX_LOOPS = 300;

/** Loops by braces, or by indentation in Python. */
export function loopBodies(view: SourceView): LoopBody[] {
  return view.file.language === 'Python' ? indentedLoops(view) : bracedLoops(view);
}

function bracedLoops(view: SourceView): LoopBody[] {
  const bodies: LoopBody[] = [];
  for (const match of view.code.matchAll(loopHead)) {
    const start = match.index + match[0].length;
    let depth = 1;
    let at = start;
    const limit = Math.min(view.code.length, start + MAX_BODY_LENGTH);
    while (at < limit && depth > 0) {
      const char = view.code.charCodeAt(at++);
      if (char === 123) depth++;
      else if (char === 125) depth--;
    }
    bodies.push({ start, end: at });
    if (bodies.length >= MAX_LOOPS) break;
  }
  return bodies;
}

function indentedLoops(view: SourceView): LoopBody[] {
  const bodies: LoopBody[] = [];
  for (const match of view.code.matchAll(
    /^([ \t]*)(?:async[ \t]+)?(?:for[ \t][^\n]{1,300}?[ \t]in[ \t][^\n]{1,1000}|while[ \t][^\n]{1,1000}):[ \t]*\n/gm,
  )) {
    const [, indent = ''] = match;
    const start = match.index + match[0].length;
    let end = start;
    for (const line of view.code.slice(start, start + MAX_BODY_LENGTH).split('\n')) {
      if (line.search(/[^ \t]/) <= indent.length && line.trim() !== '') break;
      end += line.length + 1;
    }
    bodies.push({ start, end: Math.min(end, view.code.length) });
    if (bodies.length >= MAX_LOOPS) break;
  }
  return bodies;
}
