import type { Edit } from './edit.ts';
import type { Fixer } from './fixer.ts';

const shell = /(?<![\w>$:\\])(?:shell_exec|exec|system|passthru|popen|proc_open)\s*\(\s*/;

/** Quotes a value at the end of a word in a shell command, so that it is exactly one argument. */
export const fixShell: Fixer = ({ code, start, finding, language }) => {
  if (language !== 'PHP') return undefined;
  const call = shell.exec(code);
  if (!call) return undefined;
  const from = call.index + call[0].length;
  // Concatenated words and plain values. If a word ends in a quote, the value is inside a quoted string.
  const terms =
    /^(?:(?:'[^'\\\n]*'|"[^"\\$\n]*"|\$\w+(?:\[\s*['"]\w+['"]\s*\])?)\s*(?:\.\s*)?)+(?=[,)])/.exec(
      code.slice(from),
    );
  if (!terms || /["'`](?:["'])/.test(terms[0])) return undefined;
  const edits: Edit[] = [];
  let before = '';
  for (const [term] of terms[0].matchAll(/'[^'\\\n]*'|"[^"\\$\n]*"|\$\w+(?:\[\s*['"]\w+['"]\s*\])?|\./g)) {
    if (term.startsWith('$')) {
      // The whole command, or part of a word, cannot be quoted.
      if (!/\s$/.test(before)) return undefined;
      const at = start + from + terms[0].indexOf(term);
      edits.push({
        file: finding.file,
        start: at,
        end: at + term.length,
        replacement: `escapeshellarg(${term})`,
      });
    } else if (term !== '.') before = term.slice(1, -1);
  }
  return edits.length === 0 ? undefined : edits;
};
