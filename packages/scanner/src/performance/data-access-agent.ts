import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { ownCode, type SourceView } from '../rules/source-view.ts';
import { loopBodies } from './loop-blocks.ts';

const queryCall: Record<string, RegExp> = {
  js: /\bawait\s+(?:this\.)?[\w.]*(?:\b(?:db|pool|client|conn|connection|knex|prisma|sequelize|trx|tx|repo\w*|\w+Repo(?:sitory)?|\w+Model|[A-Z]\w+)\b[\w.]*)\.(?:query|execute|find(?:One|ById|Unique|First|Many|All|ByPk)?|findOneBy|aggregate|count|insert|update|updateOne|save|create|delete|deleteOne|destroy)\s*\(/g,
  python:
    /\b(?:cursor|cur|session|db|conn|connection)\.(?:execute|query|get|scalar|scalars)\s*\(|\b[A-Z]\w*\.objects\.(?:get|filter|create|exclude|all|first)\s*\(|\b[A-Z]\w*\.query\.(?:get|filter|filter_by)\s*\(/g,
  java: /\b(?:\w*(?:[rR]epository|[rR]epo|[dD]ao|[jJ]dbcTemplate|[eE]ntityManager|[sS]ession)|em)\.(?:find\w*|query\w*|get(?!Attribute|Parameter|Header)\w*(?=\s*\(\s*[^)\s])|save|update|execute\w*|persist|merge|delete\w*)\s*\(|\b(?:stmt|statement|ps|preparedStatement)\.execute(?:Query|Update)?\s*\(/g,
  go: /\b(?:db|tx|conn|pool|stmt|q|queries)\.(?:Query|QueryRow|Exec|Get|Select|First|Find|Create|Save)(?:Context)?\s*\(/g,
  csharp:
    /\bawait\s+\w*(?:[cC]ontext|[rR]epository|db)\.[\w.]*(?:Find|First|Single|ToList|Any|Count|SaveChanges|Execute\w*|Query\w*)(?:OrDefault)?(?:Async)?\s*\(/g,
  php: /(?<!\(new \w+(?:\([^()]{0,80}\))?\))->(?:query|prepare|execute|fetch|find|findOne|findOneBy)\s*\(|\bmysqli_query\s*\(|\b[A-Z]\w*::(?:find|where|create|first)\s*\(/g,
  swift:
    /\.query\s*\(\s*on\s*:|\.find\s*\([^()\n]{1,80},\s*on\s*:|\b\w*[dD](?:b|atabase)\.(?:execute|run|prepare|scalar|executeQuery|executeUpdate)\s*\(|\b[A-Z]\w*\.fetch(?:One|All|Count)\s*\(\s*db\b/g,
  dart: /\bawait\s+_?\w*(?:[dD]b|[dD]atabase|conn|connection|txn|session\.db|[rR]epository|[dD]ao)\.(?:rawQuery|rawInsert|rawUpdate|query|insert|update|delete|execute|find\w*|get\w*|save|unsafeQuery)\s*\(/g,
  ruby: /\b[A-Z]\w*\.(?:find|find_by|where|first|create|count)\b/g,
};

/** Schema changes and initial data run once. */
const onceOnly =
  /(?:^|\/)(?:migrations?|migrate|versions|seeds?|seeders?|fixes)\/|(?:^|\/)migrations?\.\w+$/i;

const families: Record<string, string> = {
  JavaScript: 'js',
  TypeScript: 'js',
  TSX: 'js',
  JSX: 'js',
  Python: 'python',
  Java: 'java',
  Kotlin: 'java',
  Go: 'go',
  'C#': 'csharp',
  PHP: 'php',
  Ruby: 'ruby',
  Swift: 'swift',
  Dart: 'dart',
  Scala: 'java',
};

const usesDatabase =
  /\b(?:sql|SELECT|INSERT|mongoose|prisma|sequelize|typeorm|knex|kysely|drizzle|sqlalchemy|django|psycopg|cursor|jdbc|hibernate|\w*repository|database|gorm|sqlx|pgx|mysqli|PDO|ActiveRecord|ApplicationRecord|DbContext|EntityFramework|Eloquent|Doctrine)\b|(?:from|require\()\s*["'][^"'\n]{0,120}\/models?(?:\/[^"'\n]{0,120})?["']/i;

/** Queries in loops, and lists without a limit. */
export const dataAccessAgent = defineAgent({
  id: 'performance.data-access',
  category: 'performance',
  program: (input) => {
    const drafts: FindingDraft[] = [];
    for (const view of ownCode(input)) {
      if (view.exposure !== 'external' || !usesDatabase.test(view.text)) continue;
      drafts.push(...queriesInLoops(view), ...unboundedLists(view));
    }
    return { drafts };
  },
});

function queriesInLoops(view: SourceView): FindingDraft[] {
  const pattern = queryCall[families[view.file.language ?? ''] ?? ''];
  if (!pattern) return [];
  const drafts = new Map<number, FindingDraft>();
  for (const body of loopBodies(view)) {
    for (const match of view.code.slice(body.start, body.end).matchAll(pattern)) {
      const offset = body.start + match.index;
      const line = view.lineAt(offset);
      const text = view.lineText(line);
      // Batches, pages and retries are loops of queries on purpose.
      const around = view.functionAt(line)?.name ?? '';
      if (onceOnly.test(view.path)) continue;
      if (/batch|chunk|page|retry|migrat|seed|poll|backfill|import/i.test(around + text)) continue;
      drafts.set(
        line,
        qualityDraft({
          ruleId: 'data-access/query-in-loop',
          impact: 'weakening',
          confidence: 0.6,
          cwe: ['CWE-1050'],
          file: view.path,
          line,
          column: view.columnAt(offset),
          snippet: text,
          description: 'A hundred rows make a hundred trips to the database, one after the other.',
          recommendation: 'Query all at once (IN, join, include), or write in one statement.',
          symbol: view.symbolAt(line),
        }),
      );
    }
  }
  return [...drafts.values()];
}

const unbounded: Record<string, RegExp> = {
  js: /\b(?:res|reply|ctx)\.(?:json|send)\s*\(\s*await\s+[\w.]+\.(?:find|findAll|findMany|getAll|all)\s*\(\s*(?:\{\s*\})?\s*\)(?![^;\n]{0,200}\.(?:limit|take|paginate|slice)\s*\()/g,
  python: /\breturn\s+[^\n]{0,300}\b[A-Z]\w*\.(?:objects\.all\(\)|query\.all\(\))(?!\s*\[)/g,
  java: /\breturn\s+\w*[rR]epo(?:sitory)?\.findAll\s*\(\s*\)\s*;/g,
};

function unboundedLists(view: SourceView): FindingDraft[] {
  const pattern = unbounded[families[view.file.language ?? ''] ?? ''];
  if (!pattern) return [];
  return [...view.code.matchAll(pattern)].map((match) => {
    const line = view.lineAt(match.index);
    return qualityDraft({
      ruleId: 'data-access/unbounded-list',
      impact: 'weakening',
      confidence: 0.6,
      cwe: ['CWE-770'],
      file: view.path,
      line,
      snippet: view.lineText(line),
      description: 'The response grows with the table until memory runs out or the request times out.',
      recommendation: 'Use a limit and an offset or cursor, with a maximum limit.',
      symbol: view.symbolAt(line),
    });
  });
}
