import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const base = { languages: [...jsLanguages], source: 'code' } as const;

/** Keys that lead from an object to the prototype, or checks that exclude them. */
const guarded =
  /__proto__|\bprototype\b|hasOwn\w*\s*\(\s*(?:dst|dest|target|to|a|obj1)|Object\.(?:hasOwn\s*\(\s*(?:dst|dest|target|to|a)|create\s*\(\s*null)|\bnew\s+Map\b|isUnsafe|isSafe|safeKey|forbidden|blacklist|denied/i;

const sent = String.raw`(?:req|request)\.(?:query|params|body)\b[\w.[\]'"]*|ctx\.(?:query|params|request\.\w+)\b[\w.[\]'"]*`;

/** Objects that are written, or whose method is called, by a key from outside. */
export const scriptObjectRules: readonly TextRule[] = [
  {
    ...base,
    id: 'injection/prototype-pollution',
    pattern: /\b(\w{1,40})\[(\w{1,40})\]\s*=(?!=)\s*[^;\n]{1,200}/g,
    over: 'code',
    needs: /\b(?:in|keys|entries|forEach|forOwn|each)\b/,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-1321', 'CWE-915'],
    description:
      'Properties are copied recursively, including __proto__: data with that name changes what all objects of the program inherit.',
    recommendation: 'Skip __proto__, constructor and prototype, or build on Object.create(null).',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (around === undefined || around.endLine - around.line > 80) return false;
      const body = view.linesOf(around, 'withoutComments');
      return copiesDeeply(body, around.name, match[1] ?? '', match[2] ?? '');
    },
  },
  {
    ...base,
    id: 'injection/name-lookup',
    pattern: new RegExp(
      String.raw`\b[A-Za-z_]\w{0,40}\[\s*(?:${sent})\s*\]\s*\(|\b(?:const|let|var)\s+(\w{1,40})\s*=\s*[A-Za-z_]\w{0,40}\[\s*(?:${sent})\s*\]\s*;?[^\n]{0,40}\n`,
      'g',
    ),
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-470', 'CWE-754'],
    description:
      'Whoever sends the request can call any method of the object, including inherited ones; a name that does not exist crashes the process.',
    recommendation: 'Keep the functions in a Map, and check whether it has the name.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const [, name] = match;
      const around = view.functionAt(view.lineAt(at));
      const from = around ? view.offsetOf(around.line) : Math.max(0, at - 600);
      const before = view.withoutComments.slice(Math.max(from, at - 600), at);
      if (/hasOwn\w*\s*\(|\bin\s+\w+\b|\.has\s*\(|includes\s*\(/.test(before.slice(-400))) return false;
      if (name === undefined) return true;
      const after = view.withoutComments.slice(at + match[0].length, at + match[0].length + 600);
      const call = new RegExp(String.raw`(?<![\w.$])${name}\s*\(`).exec(after);
      if (call === null || /\btypeof\b|hasOwn|instanceof/.test(after.slice(0, call.index))) return false;
      const line = view.lineAt(at + match[0].length + call.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];

/** A recursive function that iterates over the keys of one object and writes to another. */
function copiesDeeply(body: string, name: string, target: string, key: string): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1);
  if (!/^[A-Za-z_$][\w$]*$/.test(own) || guarded.test(body)) return false;
  const goes = new RegExp(
    String.raw`\bfor\s*\(\s*(?:const|let|var)?\s*\[?\s*${key}\b[^)]*\b(?:in|of)\b|(?:forEach|forOwn|each|map)\s*\([^;{]{0,60}\b${key}\b|\b${key}\s*=\s*\w+\[\w+\]`,
  );
  const again = new RegExp(
    String.raw`(?<![\w$])${own.replace(/\$/g, '\\$')}\s*\(\s*${target}\[${key}\]\s*(?:\|\|[^,]{1,20})?,\s*[^)\n]{1,80}`,
  );
  return goes.test(body) && again.test(body);
}
