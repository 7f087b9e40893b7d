// Statements with numbered parameters must be fixed texts, known before any request comes. And statements are only
// allowed in repositories.
import { glob, readFile } from 'node:fs/promises';
import ts from 'typescript';

const NUMBERED = /\$\d/;
/** Files whose statements may still be built from parts. */
const madeOfParts = [
  // For the tables and columns of one table description, import or backup.
  'kit/db/table.ts',
  // From the list of all tables of an organization.
  'engine/organization-data/',
  'areas/outreach/people/import/',
  'areas/outreach/people/scoring/score-import.repository.ts',
  'areas/contracts/operations/backups/restored.repository.ts',
  // To be composed with kysely at the next change.
  'areas/outreach/campaigns/campaigns/audience.repository.ts',
  'areas/outreach/mail/tracking/tracked-message.repository.ts',
  'engine/idempotency/claim.repository.ts',
  'engine/delivery/log/delivery-search.repository.ts',
];
/** Places outside of repositories that may have statements: they create, open and migrate databases. */
const placesWithSql = ['kit/db/', 'kit/embedded-postgres/'];
/**
 * Files that may begin transactions themselves. All others use `transact`, `inTransaction` or a unit of work, which
 * repeat a transaction that the database rolled back because of another one. The span exporter must not repeat: its
 * transaction also sends data elsewhere.
 */
const beginTransactions = [
  'kit/db/transact.ts',
  'engine/spine/unit-of-work.ts',
  'areas/outreach/books/traces/span-exporter.ts',
];
const QUERIES = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']);
/** The beginnings of statements, except those that begin or end a transaction or change its settings. */
const STATEMENT = new RegExp(
  `^\\s*(${[
    'select\\s([\\s\\S]*\\s)?from\\s',
    'select\\s+\\w+\\(',
    'select( \\w+\\()?\\s*exists?\\b',
    'select current_user\\b',
    'insert into\\s',
    'update \\S+( \\w+)? set\\s',
    'delete from\\s',
    'with (recursive )?\\w+( ?\\([^)]*\\))? as\\s',
    'merge into\\s',
    'copy \\S+ [\\s\\S]*(stdin|stdout)\\b',
    '(create|drop|alter) ((unlogged|temp|temporary|unique) )?(table|index|role|database|schema|publication)\\s',
    '(truncate|lock table|analyze) \\w+$',
    '(truncate|lock table|analyze|listen) x\\b',
  ].join('|')})`,
);
/** Each of these must be found, otherwise the check itself is broken. */
const planted = [
  "query('select size from event_logs where org_id = $1')",
  `query(\`select \${columns} from events\`)`,
  "query('select pg_notify($1, $2)')",
  "query('SELECT 1 FROM events')",
  `query(\`update \${table} t set \${column} = 1\`)`,
  'query(`with known (kind) as (select 1) select * from known`)',
  `client.query(copyFrom(\`copy \${into} from stdin\`))`,
  "db.selectFrom('events')",
  "import { sql } from 'kysely';",
];
const root = 'packages/server/src/';
const names = new WeakMap<ts.SourceFile, Set<string>>();

for (const text of planted) {
  if (findStatements(ts.createSourceFile('planted.ts', text, ts.ScriptTarget.Latest, true)).length !== 1) {
    throw new Error(`A statement was not found in ${text}: the check itself is broken.`);
  }
}
if (
  findTransactions(ts.createSourceFile('planted.ts', 'db.transaction()', ts.ScriptTarget.Latest)).length !== 1
) {
  throw new Error('A transaction was not found: the check itself is broken.');
}
for await (const file of glob(`${root}**/*.ts`)) {
  if (/\.test\.ts$|\.fixture\.ts$|\/testing\//.test(file)) continue;
  const text = await readFile(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  if (isOutsideRepositories(file)) {
    for (const line of findStatements(source)) {
      process.exitCode = 1;
      process.stdout.write(`${file}:${line}: a statement is outside of the *.repository.ts files\n`);
    }
  }
  if (!beginTransactions.some((place) => file === root + place)) {
    for (const line of findTransactions(source)) {
      process.exitCode = 1;
      process.stdout.write(`${file}:${line}: a transaction is started here. Use \`transact\` of kit/db\n`);
    }
  }
  if (!NUMBERED.test(text) || madeOfParts.some((place) => file.startsWith(root + place))) continue;
  for (const { line, part } of findComposed(source)) {
    process.exitCode = 1;
    process.stdout.write(
      `${file}:${line}: \`${part}\` is inserted into a statement that has numbered parameters\n`,
    );
  }
}
if (process.exitCode === 1) {
  process.stdout.write('Build the statement with kysely, or use a constant text. See CONTRIBUTING.md.\n');
}

function isOutsideRepositories(file: string): boolean {
  if (file.endsWith('.repository.ts')) return false;
  return !placesWithSql.some((place) => file.startsWith(root + place));
}

/** The lines with the start of a statement: a text, a kysely query, or an import of `sql`. */
function findStatements(source: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node) => {
    const isQuery = ts.isPropertyAccessExpression(node) && QUERIES.has(node.name.text);
    const isImport = ts.isImportSpecifier(node) && node.name.text === 'sql';
    if (isQuery || isImport || isStatement(node)) {
      found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The lines at which a kysely transaction begins. */
function findTransactions(source: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === 'transaction')
        found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * In a text with parts, each part is replaced by `x`. Keywords are all lower or all upper case, unlike in sentences.
 */
function isStatement(node: ts.Node): boolean {
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x')
    : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
      ? node.text
      : '';
  const isLower = /^\s*[a-z]+\b/.test(text);
  return (isLower || /^\s*[A-Z]+\b/.test(text)) && STATEMENT.test(isLower ? text : text.toLowerCase());
}

function findComposed(source: ts.SourceFile): { line: number; part: string }[] {
  const found: { line: number; part: string }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
      if (NUMBERED.test(textOf(node))) {
        for (const { expression } of node.templateSpans) {
          if (isFixed(expression, source)) continue;
          const { line } = source.getLineAndCharacterOfPosition(expression.getStart());
          found.push({ line: line + 1, part: expression.getText() });
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join(' ');
}

/** Whether an expression is a text constant of the module, or a choice between several. */
function isFixed(node: ts.Expression, source: ts.SourceFile): boolean {
  if (ts.isLiteralExpression(node)) return true;
  if (ts.isParenthesizedExpression(node)) return isFixed(node.expression, source);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.every(({ expression }) => isFixed(expression, source));
  if (ts.isBinaryExpression(node)) return isFixed(node.left, source) && isFixed(node.right, source);
  if (ts.isConditionalExpression(node)) {
    return isFixed(node.whenTrue, source) && isFixed(node.whenFalse, source);
  }
  if (ts.isPropertyAccessExpression(node)) return isOfModule(node.expression, source);
  if (ts.isCallExpression(node)) {
    return isOfModule(node.expression, source) && node.arguments.every((one) => isFixed(one, source));
  }
  if (!ts.isIdentifier(node)) return false;
  return isOfModule(node, source) || isLocalText(node, source);
}

/** A constant or a function of the module, an import, or a field of one. */
function isOfModule(node: ts.Expression, source: ts.SourceFile): boolean {
  if (ts.isPropertyAccessExpression(node)) return isOfModule(node.expression, source);
  return ts.isIdentifier(node) && namesOf(source).has(node.text);
}

function namesOf(source: ts.SourceFile): Set<string> {
  const known = names.get(source);
  if (known !== undefined) return known;
  const found = new Set<string>();
  names.set(source, found);
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) found.add(statement.name.text);
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) found.add(name.getText());
    }
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings && ts.isNamedImports(bindings))
      for (const { name } of bindings.elements) found.add(name.text);
  }
  return found;
}

/** A constant at the start of a function, such as conditions that a page and its count share. */
function isLocalText(name: ts.Identifier, source: ts.SourceFile): boolean {
  for (let scope: ts.Node | undefined = name.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope)) continue;
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const one of statement.declarationList.declarations) {
        if (one.name.getText() === name.text) return !!one.initializer && isFixed(one.initializer, source);
      }
    }
  }
  return false;
}
