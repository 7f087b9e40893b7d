import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { js, massText } from '../../shared/rules/access-rules.ts';

const body = String.raw`(?:\{\s*\.\.\.\s*)?(?:req|request|ctx\.request)\.body\s*[,})]`;
const written =
  'create|createMany|insert|insertMany|update|updateMany|upsert|build|bulkCreate|patch|save|merge|preload|findOrCreate|insertAndFetch|patchAndFetch|patchAndFetchById|updateAndFetchById|insertGraph|upsertGraph|findByIdAndUpdate|findOneAndUpdate|updateOne|replaceOne';

/** Receivers of ORM calls, as in the documentation. */
const handles = String.raw`(?:prisma|models?|orm|db|trx?|em|manager|entityManager|sequelize\.models|dataSource|strapi|knex\s*\([^()\n]{1,60}\)|db\s*\([^()\n]{1,60}\)|\w+\.query\s*\([^()\n]{0,60}\)|\w+\.relatedQuery\s*\([^()\n]{0,60}\))`;

const bound = {
  ...massText,
  id: 'access/mass-assignment',
  languages: js,
  over: 'code',
  // A schema may have refused other fields before the handler runs.
  impact: 'weakening',
  confidence: 0.55,
} as const;

/** Records filled with a whole request: Prisma, Sequelize, Mongoose, TypeORM, Knex, Objection, MikroORM. */
export const scriptBindingRules: readonly TextRule[] = [
  {
    ...bound,
    pattern: new RegExp(
      [
        // prisma.user.update({ where, data: req.body })
        String.raw`\.(?:create|update|upsert|createMany|updateMany)\s*\(\s*\{[^;]{0,200}?\b(?:data|create|update)\s*:\s*${body}`,
        // db.user.update(req.body, …), knex('users').insert(req.body)
        String.raw`\b${handles}(?:\.\w+){0,3}\.(?:${written})\s*\((?:[^();]{1,120},\s*)?${body}`,
        // Model.updateOne({ … }, { $set: req.body })
        String.raw`\$set\s*:\s*${body}`,
        // wrap(user).assign(req.body), em.assign(user, req.body)
        String.raw`\b(?:wrap\s*\([^()\n]{1,60}\)|(?:this\.)?em)\.assign\s*\((?:[^()\n]{1,60},\s*)?${body}`,
        // _.merge(user, req.body)
        String.raw`\b(?:_|lodash)\.(?:assign|extend|merge)\s*\(\s*\w*(?:user|account|profile|member|customer|doc|entity|record|model)\w*\s*,\s*${body}`,
      ].join('|'),
      'gi',
    ),
    needs: /\.body\b/,
    refine: (match, view) => !isChecked(view, match.index ?? 0, 'body'),
  },
  {
    ...bound,
    // The body under another name, passed on as a whole.
    pattern:
      /\b(?:const|let|var)\s+(?:(\w+)|\{\s*(body)\s*\})\s*(?::\s*\w+\s*)?=\s*(?:req|request|ctx\.request)(?:\.body)?\s*(?:;|\n)/g,
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      if ((match[1] === undefined) === /\.body/.test(match[0])) return false;
      const at = match.index ?? 0;
      const around = view.functionAt(view.lineAt(at));
      const from = at + match[0].length;
      const end = around ? view.offsetOf(around.endLine + 1) : from + 800;
      const use = new RegExp(
        String.raw`(?:\b[A-Z]\w*|\w*[mM]odel|\w*[rR]epo(?:sitory)?|this\.\w+|\b${handles}(?:\.\w+){0,3})\.(?:${written})\s*\((?:[^();]{1,120},\s*)?(?:\{\s*(?:[^{};]{0,80}\bdata\s*:\s*)?(?:\{\s*)?(?:\.\.\.|\$set\s*:\s*)?\s*)?${name}\s*[,})]|\bObject\.assign\s*\(\s*\w*(?:user|account|profile|member|customer|doc|entity|record|model)\w*\s*,\s*${name}\s*\)`,
        'i',
      ).exec(view.code.slice(from, end));
      if (!use || isChecked(view, from + use.index, name)) return false;
      const line = view.lineAt(from + use.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];

/** A schema has listed the fields before they are written. */
function isChecked(view: SourceView, at: number, name: string): boolean {
  const around = view.functionAt(view.lineAt(at));
  const before = view.code.slice(around ? view.offsetOf(around.line) : Math.max(0, at - 800), at);
  return (
    new RegExp(
      String.raw`\b(?:validate\w*|parse|safeParse|check\w*|sanitize\w*|pick|omit|whitelist|assert\w*|allowed\w*)\s*\([^()]{0,80}\b${name}\b|\bdelete\s+[\w.]*${name}\.`,
    ).test(before) || /\bcelebrate\s*\(|\bvalidat(?:e|or|ion)\w*\s*\(|\bcheckSchema\s*\(/.test(before)
  );
}
