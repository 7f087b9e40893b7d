import type { Edit } from './edit.ts';
import type { Fixer } from './fixer.ts';

const shell = /(?<![\w>$:\\])(?:shell_exec|exec|system|passthru|popen|proc_open)\s*\(\s*/;

/** A value that ends a word of a command becomes one argument of it, whatever it holds. */
export const fixShell: Fixer = ({ code, start, finding, language }) => {
  if (language !== 'PHP') return undefined;
  const call = shell.exec(code);
  if (!call) return undefined;
  const from = call.index + call[0].length;
  // Words and plain values that are joined; a word that ends in a quote holds the value in one.
  const terms =
    /^(?:(?:'[^'\\\n]*'|"[^"\\$\n]*"|\$\w+(?:\[\s*['"]\w+['"]\s*\])?)\s*(?:\.\s*)?)+(?=[,)])/.exec(
      code.slice(from),
    );
  if (!terms || /["'`](?:["'])/.test(terms[0])) return undefined;
  const edits: Edit[] = [];
  let before = '';
  for (const [term] of terms[0].matchAll(/'[^'\\\n]*'|"[^"\\$\n]*"|\$\w+(?:\[\s*['"]\w+['"]\s*\])?|\./g)) {
    if (term.startsWith('$')) {
      // The whole command, or a part of a word, is something else.
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
