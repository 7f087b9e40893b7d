import { bodyAfter, firstInFunction, fromLast, plain } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { handler } from './handler-text.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;
const race = {
  impact: 'hygiene',
  confidence: 0.55,
  cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
} as const;

/** A lock, an atomic or a channel shows that the author thought of it. */
const isProtected = /\.(?:R?Lock|TryLock|Do|LoadOrStore)\s*\(|\batomic\.|<-/;

/** Data that several goroutines change at the same time. */
export const goConcurrencyRules: readonly TextRule[] = [
  {
    ...go,
    ...race,
    id: 'reliability/shared-field',
    pattern:
      /^func \((\w+) \*(\w+)\) \w+\([^)\n]*(?:http\.ResponseWriter|\*gin\.Context|echo\.Context|\*fiber\.Ctx)\b[^)\n]*\)[^{\n]*\{/gm,
    description:
      'Requests run at the same time: counts are lost, and two writes to a map at once crash the process.',
    recommendation: 'Hold a mutex, or use sync/atomic or sync.Map.',
    refine: (match, view) => {
      const body = bodyAfter(match, view);
      if (isProtected.test(body)) return false;
      const writes = new RegExp(
        String.raw`(?<![\w.])${match[1]}\.(\w+)(?:(\[[^\]\n]{1,80}\])\s*(?:=(?!=)|\+\+|--|[-+]=)|\s*(?:\+\+|--|[-+]=))|\bdelete\(${match[1]}\.(\w+),`,
        'g',
      );
      for (const write of body.matchAll(writes)) {
        const isMap = write[2] !== undefined || write[3] !== undefined;
        const kind = isMap ? String.raw`map\[` : String.raw`u?int\d*\b|float\d+\b`;
        if (
          new RegExp(
            String.raw`\btype ${match[2]} struct \{[^}]*?\b${write[1] ?? write[3]}\s+(?:${kind})`,
          ).test(view.code)
        )
          return fromLast(match, view, write.index + 1);
      }
      return false;
    },
  },
  {
    ...go,
    ...race,
    id: 'reliability/shared-variable',
    pattern: /\bgo func\(([^)\n]*)\) ?\{|\.Go\(func\(([^)\n]*)\)(?: error)? ?\{/g,
    description:
      'They run at the same time: changes are lost, and two writes to a map at once crash the process.',
    recommendation: 'Hold a mutex, use sync/atomic, or pass the parts over a channel.',
    refine: (match, view) => {
      const body = literalBody(view, (match.index ?? 0) + match[0].length);
      if (isProtected.test(body)) return false;
      // The function literal begins on the same line; the enclosing function counts.
      const start = view.code.lastIndexOf('\nfunc ', match.index);
      const before = view.code.slice(Math.max(start, (match.index ?? 0) - 6_000, 0), match.index);
      const writes =
        /(?<![\w.])([a-z_]\w*)(?:\s*(?:\+\+|--|[-+]=)|\s*=\s*append\(\s*\1\b|(\[[^\]\n]{1,60}\])\s*(?:=(?!=)|\+\+|[-+]=))/g;
      for (const write of body.matchAll(writes)) {
        const name = plain(write[1]);
        const own = new RegExp(String.raw`\b${name}\b[^\n]*:=|\bvar ${name}\b`);
        if (own.test(body) || new RegExp(String.raw`\b${name}\b`).test(match[1] ?? match[2] ?? '')) continue;
        const declared = [
          ...before.matchAll(new RegExp(String.raw`\b${name}(?:,\s*\w+)*\s*:=|\bvar ${name}\b`, 'g')),
        ].at(-1);
        if (declared === undefined) continue;
        const since = before.slice(declared.index);
        // A slice with one goroutine per element is no race; a map is.
        if (write[2] !== undefined && !/^[^\n]*\bmap\[/.test(since)) continue;
        if (isInsideLoop(since)) return fromLast(match, view, write.index + 1);
      }
      return false;
    },
  },
  {
    ...go,
    id: 'reliability/shared-map',
    pattern:
      /^(?:var\s+(\w+)\s*(?:map\[[^\n]*|=\s*(?:make\s*\(\s*)?map\[[^\n]*)|\t(\w+)\s*=\s*(?:make\s*\(\s*)?map\[[^\n]*)$/gm,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'Requests run at the same time: two writes at once crash the process.',
    recommendation: 'Hold a mutex, or use sync.Map.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      if (match[2] !== undefined && view.functionAt(view.lineAt(match.index ?? 0))) return false;
      if (!handler.test(view.code)) return false;
      const write = new RegExp(
        String.raw`\b${plain(name)}\[[^\]\n]{1,80}\]\s*(?:=(?!=)|\+\+|--|\+=)|\bdelete\s*\(\s*${plain(name)}\s*,`,
        'g',
      );
      return firstInFunction(view, write, (body) => handler.test(body) && !/\.(?:Lock|Do)\s*\(/.test(body));
    },
  },
  {
    ...go,
    id: 'reliability/shared-variable',
    impact: 'hygiene',
    pattern: /^var (\w+)(?: (?:u?int\d*|float\d+)\b| = \d+$)/gm,
    needs: /ResponseWriter|gin\.Context|echo\.Context|fiber\.Ctx/,
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'Requests run at the same time: changes are lost.',
    recommendation: 'Use sync/atomic, or hold a mutex.',
    refine: (match, view) => {
      const name = plain(match[1]);
      const write = new RegExp(String.raw`(?<![\w.])${name}\s*(?:\+\+|--|[-+]=)`, 'g');
      // A handler may be a function literal that begins on its first line.
      return firstInFunction(
        view,
        write,
        (body) => handler.test(body) && !/\.(?:Lock|TryLock|Do)\s*\(|\batomic\.|<-/.test(body),
      );
    },
  },
];

/** The text in the braces of a function literal. */
function literalBody(view: SourceView, from: number): string {
  let depth = 1;
  const end = Math.min(view.code.length, from + 4_000);
  for (let at = from; at < end; at++) {
    const code = view.code.charCodeAt(at);
    if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return view.code.slice(from, at);
  }
  return '';
}

/** Whether a loop that begins in the text is still open at its end. */
function isInsideLoop(text: string): boolean {
  const loops: boolean[] = [];
  for (const match of text.matchAll(/(\bfor\b[^{}\n]*)?\{|\}/g)) {
    if (match[0] === '}') loops.pop();
    else loops.push(match[1] !== undefined);
  }
  return loops.includes(true);
}
