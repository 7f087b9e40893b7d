import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;

/** What C and C++ leave to the program to look at first, and it does not. */
export const nativeCheckRules: readonly TextRule[] = [
  {
    ...native,
    id: 'reliability/unchecked-privilege',
    pattern:
      /^[ \t]*(?:\(void\)\s*)?(?:set(?:e|re|res)?[ug]id|setgroups|initgroups|chroot|chdir)\s*\([^;]{0,100}\)\s*;/gm,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-252', 'CWE-273'],
    description: 'Where the call fails the program goes on with the rights it meant to lose.',
    recommendation: 'End the program when the call fails.',
    refine: (match) => !/chdir\s*\(\s*"/.test(match[0]),
  },
  {
    ...native,
    id: 'reliability/division-by-input',
    pattern:
      /\b([a-z_]\w*)\s*=\s*(?:\([^()]{1,30}\)\s*)?(?:std::)?(?:ato[ilf]|strto\w+|stoi|stol|stod|ntoh[sl]|rand|RAND32)\s*\(|\b(?:f|s)?scanf\s*\([^;"]{0,60}"[^"]{0,20}"\s*,\s*&\s*([a-z_]\w*)\s*\)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-369'],
    description: 'Zero ends the process.',
    recommendation: 'Refuse zero first.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      const rest = bodyAfter(match, view);
      const use = new RegExp(String.raw`(?:[\w)\]]\s*)[/%]=?\s*(?:\([^()]{1,20}\)\s*)?${plain(name)}\b`).exec(
        rest,
      );
      if (!use) return false;
      if (
        new RegExp(
          String.raw`\b${plain(name)}\s*(?:[<>]|[!=]=|=(?!=))|[<>=]=?\s*${plain(name)}\b|\bif\s*\(\s*!?\s*${plain(name)}\b|fabs?\s*\(\s*${plain(name)}`,
        ).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index);
    },
  },
  {
    ...native,
    id: 'reliability/endless-recursion',
    languages: ['C', 'C++', 'Java', 'C#'],
    pattern:
      /\b([a-z_]\w*)\s*\([^(){};]{0,200}\)\s*(?:const\s*)?(?:=>|\{)\s*return\s+(?:[\w.]+\s*[-+*]\s*)?(?:this(?:->|\.))?\1\s*\([^;{}]{0,200};\s*\}/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-674', 'CWE-835'],
    description: 'Nothing ends it but the end of the stack.',
    recommendation: 'Answer the smallest case without another call.',
    refine: (match) =>
      !/[?]|&&|\|\||\bif\b/.test(match[0]) &&
      // Another of the same name with other arguments is no recursion.
      (match[0].match(/\(([^(){};]{0,200})\)/)?.[1] ?? '').split(',').length ===
        (/\breturn\b[^(]*\(([^;]*)\)\s*;/.exec(match[0])?.[1] ?? '').split(/,(?![^(]*\))/).length,
  },
  {
    ...native,
    id: 'memory/uninitialized',
    pattern:
      /[;{]\s*(?:int|long|short|char|float|double|size_t|unsigned(?:\s+int)?|\w+\s*\*)\s+?\*?([a-z_]\w*)\s*;\s*\n?\s*(?:if\s*\(([^;{}]{1,100})\)\s*\{?\s*\1\s*=[^=][^;]{0,120};\s*\}?\s*(?!\s*else\b)\s*return\b[^;]{0,80}\b\1\b|return\s+\1\s*;|printf\s*\(\s*"[^"]*"\s*,\s*\1\s*\)|\w+\s*\+?=\s*\1\s*(?:[-+*/]|;))/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-457', 'CWE-908'],
    description: 'It holds whatever stood in its place before.',
    recommendation: 'Give it a value where it is declared.',
    refine: (match, view) => ((match[2] ?? '').includes(match[1]!) ? false : fromLast(match, view, 0)),
  },
  {
    ...native,
    id: 'memory/unchecked-file',
    pattern:
      /\b([a-z_]\w*)\s*=\s*(?:fopen|fdopen|popen|tmpfile|opendir|freopen)\s*\([^;]{0,160}\)\s*;\s*(?:[\w\s*]+=\s*|while\s*\([^;{}]{0,60}?|if\s*\([^;{}]{0,60}?)?(?:fgetc|fgets|fread|fwrite|fprintf|fscanf|fseek|fputs|getline|readdir|fclose)\s*\(([^;]{0,120})\)/g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476', 'CWE-690', 'CWE-252'],
    description: 'Without the file the call answers NULL, and the next one ends the process.',
    recommendation: 'Check for NULL first.',
    refine: (match, view) =>
      new RegExp(String.raw`\b${plain(match[1]!)}\b`).test(match[2]!) && fromLast(match, view, 0),
  },
  {
    ...native,
    id: 'access/fixed-password',
    over: 'withoutComments',
    pattern:
      /\b(?:strcmp|strncmp|strcasecmp|memcmp)\s*\(\s*(?:(?:\w+(?:->|\.))?(?:\w*(?:pass(?:word|wd)?|pwd|secret|token|pin)|pw)\s*,\s*"[^"\n]{4,80}"|"[^"\n]{4,80}"\s*,\s*(?:\w+(?:->|\.))?(?:\w*(?:pass(?:word|wd)?|pwd|secret|token|pin)|pw)\b)/gi,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Whoever has the program has it.',
    recommendation: 'Keep a salted hash outside of the program and compare with that.',
  },
];
