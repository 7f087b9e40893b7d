import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const merge = (guard: string) => `export function merge(dst, src) {
  for (const key in src) {
    ${guard}
    if (typeof dst[key] === 'object') merge(dst[key], src[key]);
    else dst[key] = src[key];
  }
  return dst;
}
`;

/** Each case: the rule, code with the weakness and its line, the safe twin. */
const cases: [rule: string, weak: string, line: number, safe: string][] = [
  ['injection/prototype-pollution', merge(''), 5, merge("if (key === '__proto__') continue;")],
  [
    'injection/prototype-pollution',
    merge(''),
    5,
    'export function copy(dst, src) {\n  for (const key in src) dst[key] = src[key];\n  return dst;\n}\n',
  ],
  [
    'injection/name-lookup',
    "const actions = { play() {} };\napp.get('/:action', (req, res) => {\n  const action = actions[req.params.action];\n  res.end(action());\n});\n",
    4,
    "const actions = { play() {} };\napp.get('/:action', (req, res) => {\n  if (!Object.hasOwn(actions, req.params.action)) return res.end();\n  const action = actions[req.params.action];\n  res.end(action());\n});\n",
  ],
  [
    'injection/name-lookup',
    "app.get('/', (req, res) => {\n  handlers[req.query.name](res);\n});\n",
    2,
    "app.get('/', (req, res) => {\n  handlers.get(req.query.name)?.(res);\n});\n",
  ],
];

describe('objects with keys from outside', () => {
  it.each(cases)(
    '%s is reported on its line, and not in its safe twin (%#)',
    async (rule, weak, line, safe) => {
      const linesOf = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ 'src/a.js': text });
        const { findings } = await runAgent('security.injection', index, entries, { dependencies });
        return findings.filter((one) => one.ruleId === rule).map((one) => one.line);
      };
      expect(await linesOf(weak)).toEqual([line]);
      expect(await linesOf(safe)).toEqual([]);
    },
  );
});
