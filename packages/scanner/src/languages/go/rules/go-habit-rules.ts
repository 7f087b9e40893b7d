import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { leavesBodyOpen } from './go-rules.ts';

const go = { languages: ['Go'], source: 'code', over: 'code', impact: 'hygiene' } as const;
const handler = /http\.ResponseWriter|\*gin\.Context|echo\.Context|\*fiber\.Ctx/;

/** Habits in Go that a look at one file tells. */
export const goHabitRules: readonly TextRule[] = [
  {
    ...go,
    id: 'reliability/shared-variable',
    title: 'Requests change a number that all of them share',
    pattern: /^var (\w+)(?: (?:u?int\d*|float\d+)\b| = \d+$)/gm,
    needs: /ResponseWriter|gin\.Context|echo\.Context|fiber\.Ctx/,
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'Requests run at the same time: changes are lost.',
    recommendation: 'Use sync/atomic, or hold a mutex.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const write = new RegExp(String.raw`(?<![\w.])${name}\s*(?:\+\+|--|[-+]=)`, 'g');
      for (const found of view.code.matchAll(write)) {
        const line = view.lineAt(found.index);
        const around = view.functionAt(line);
        if (!around) continue;
        // A handler may be a function without a name, whose head stands on its first line.
        const body = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
        if (!handler.test(body) || /\.(?:Lock|TryLock|Do)\s*\(|\batomic\.|<-/.test(body)) continue;
        return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
      }
      return false;
    },
  },
  {
    ...go,
    id: 'performance/no-timeouts',
    title: 'Server that waits for slow clients without end',
    pattern: /\bhttp\.ListenAndServe(?:TLS)?\s*\(/g,
    confidence: 0.6,
    cwe: ['CWE-400', 'CWE-770'],
    description: 'Clients that send a byte now and then hold all connections: this form knows no timeouts.',
    recommendation: 'Use an http.Server with ReadHeaderTimeout and ReadTimeout.',
  },
  {
    ...go,
    id: 'reliability/unclosed-response',
    title: 'The body of an answer is never closed',
    pattern: /\b(\w+)\s*,\s*\w+\s*:?=\s*(?:\w+\.)*(\w+)\.(?:Get|Post|Do|Head|PostForm)\s*\(/g,
    needs: /http\.Client/,
    confidence: 0.6,
    cwe: ['CWE-772', 'CWE-404'],
    description: 'Its connection is never given back; in time there is none left.',
    recommendation: 'defer resp.Body.Close() behind the check of the error.',
    refine: (match, view) =>
      !/^(?:http|hc|\w*[cC]lient)$/.test(match[2]!) &&
      new RegExp(
        String.raw`\b${plain(match[2]!)}\s+\*?http\.Client\b|\b${plain(match[2]!)}\s*:?=\s*&?http\.Client\{`,
      ).test(view.code) &&
      leavesBodyOpen(match, view),
  },
  {
    ...go,
    id: 'reliability/unchecked-nil',
    title: 'What may be nil is used without a look',
    pattern: /^func (?:\([^)\n]*\) )?(\w+)\([^\n]*\) \*[\w.]+ \{$/gm,
    confidence: 0.55,
    cwe: ['CWE-476', 'CWE-690'],
    description: 'The function gives nil where there is nothing to give, and its caller ends with a panic.',
    recommendation: 'Compare with nil first.',
    refine: (match, view) => {
      if (!/\breturn nil\s*$/m.test(bodyAfter(match, view))) return false;
      const call = new RegExp(String.raw`^[ \t]+(\w+) :?= (?:\w+\.)*${plain(match[1]!)}\([^\n]*\)$`, 'gm');
      for (const found of view.code.matchAll(call)) {
        const name = plain(found[1]!);
        const rest = bodyAfter(found, view);
        const use = new RegExp(String.raw`(?<![\w.&])${name}\.\w`).exec(rest);
        if (use === null || new RegExp(String.raw`\b${name}\b`).test(rest.slice(0, use.index))) continue;
        if (
          new RegExp(String.raw`\b${name} [!=]= nil`).test(
            rest
              .slice(0, use.index + 80)
              .split('\n', 3)
              .join('\n'),
          )
        )
          continue;
        return fromLast(found, view, use.index + 1);
      }
      return false;
    },
  },
  {
    ...go,
    id: 'reliability/check-then-use',
    title: 'A file is looked at and then opened by its name',
    pattern: /\bos\.L?[sS]tat\(\s*([\w.]+)\s*\)/g,
    confidence: 0.45,
    cwe: ['CWE-367', 'CWE-362'],
    description: 'Between the two somebody else can put another file there.',
    recommendation: 'Open it with O_CREATE and O_EXCL at once, and handle the error.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\bos\.(?:Create|WriteFile|OpenFile)\(\s*${plain(match[1]!)}\s*[,)][^\n]*`,
      ).exec(rest);
      return use !== null && !/O_EXCL/.test(use[0]) && fromLast(match, view, use.index + 1);
    },
  },
  {
    ...go,
    impact: 'weakening',
    id: 'crypto/fast-password-hash',
    title: 'Password kept as a hash that is fast to guess',
    pattern: /\bsha(?:256|512)\.Sum\w*\(\s*[^\n]{0,60}?[pP]ass(?:word|wd|phrase)/g,
    confidence: 0.65,
    cwe: ['CWE-916', 'CWE-327', 'CWE-328'],
    description: 'Billions of guesses a second are possible.',
    recommendation: 'Use bcrypt, scrypt or argon2.',
    refine: (match, view) =>
      /hash|store|save|insert|create|user|verify|check|login/i.test(
        bodyBefore(match, view).split('\n', 1)[0]! + wholeBody(match, view).slice(0, 600),
      ) && !/NewCipher|pbkdf2|hibp|pwned/i.test(wholeBody(match, view)),
  },
];
