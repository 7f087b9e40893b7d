import { bodyBefore, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const cpp = { languages: ['C++'], source: 'code', over: 'code' } as const;

/** Data that C++ threads share, and who frees it. */
export const cppThreadRules: readonly TextRule[] = [
  {
    ...cpp,
    id: 'reliability/shared-variable',
    pattern:
      /(?:\bstd::j?thread\s*\w*\s*[({]|\bstd::async\s*\([^;[]{0,80}|\.(?:emplace_back|push_back)\s*\(\s*(?:std::j?thread\s*\()?)\s*\[([^\]\n]*&[^\]\n]*)\][^{;]{0,80}\{/g,
    needs: /std::(?:j?thread|async)/,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'They run at the same time: changes are lost, and containers are corrupted.',
    recommendation: 'Hold a mutex, use an atomic, or give each thread its own variable.',
    refine: (match, view) => {
      const start = (match.index ?? 0) + match[0].length;
      const body = blockFrom(view.code, start);
      const before = bodyBefore(match, view);
      if (/lock|mutex|guard|atomic|semaphore|promise/i.test(body)) return false;
      if (/^\s*\./.test(match[0]) && !/vector\s*<\s*std::(?:j?thread|future)\b/.test(before)) return false;
      const others = view.code.slice(start + body.length, start + body.length + 400);
      if (!/\b(?:for|while)\s*\(/.test(before) && !/^[^}]*\bstd::j?thread\b/.test(others)) return false;
      const writes =
        /(?<![\w.>:])([a-z_]\w*)(?:\.(?:push_back|emplace_back|insert|emplace|erase|append|clear)\s*\(|\s*(?:\+\+|--|[-+|&^*]=))|(?:\+\+|--)([a-z_]\w*)\b/g;
      for (const write of body.matchAll(writes)) {
        const written = write[1] ?? write[2] ?? '';
        const name = plain(written);
        const isByReference =
          (match[1] ?? '').includes(`&${written}`) || /(?:^|,)\s*&\s*(?:,|$)/.test(match[1] ?? '');
        if (!isByReference) continue;
        // A variable declared in the lambda is not shared.
        if (new RegExp(String.raw`[\w>&*]\s+${name}\s*(?:[=;{:]|\()`).test(body)) continue;
        const declared = new RegExp(String.raw`([\w:<>, ]+)[\s&]\s*${name}\s*(?:[;={,)]|\()`).exec(before);
        if (declared === null || /atomic|concurrent/i.test(declared[1] ?? '')) continue;
        return fromLast(match, view, write.index + 1);
      }
      return false;
    },
  },
  {
    ...cpp,
    id: 'memory/double-free',
    pattern: /\bdelete\s+(?:(\w+)\.get\(\)|(\w+))\s*;/g,
    needs: /\.get\(\)/,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-415', 'CWE-416'],
    description: 'Its owner frees it again.',
    recommendation: 'Leave it to its owner, or take it with release().',
    refine: (match, view) => {
      if (match[1] !== undefined) return true;
      const given = new RegExp(
        String.raw`\*\s*(?:const\s+)?${match[2]}\s*=\s*(\w+)\.get\(\)\s*;|\bauto\s+${match[2]}\s*=\s*(\w+)\.get\(\)\s*;`,
      ).exec(bodyBefore(match, view));
      return (
        given !== null &&
        new RegExp(
          String.raw`\b(?:unique|shared)_ptr\s*<[^;]*>\s*&*\s*${given[1] ?? given[2]}\b|\b${given[1] ?? given[2]}\s*=\s*(?:std::)?make_(?:unique|shared)`,
        ).test(view.code) &&
        !new RegExp(String.raw`\b${given[1] ?? given[2]}\.release\(`).test(bodyBefore(match, view))
      );
    },
  },
];

function blockFrom(code: string, start: number): string {
  let depth = 1;
  const end = Math.min(code.length, start + 3_000);
  for (let at = start; at < end; at++) {
    const sign = code.charCodeAt(at);
    if (sign === 123) depth++;
    else if (sign === 125 && --depth === 0) return code.slice(start, at);
  }
  return '';
}
