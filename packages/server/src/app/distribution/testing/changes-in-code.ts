import { glob, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/** A statement that changes a table. */
export interface FoundChange {
  /** Its file and line, or its function in the database. */
  place: string;
  text: string;
  /** Types of its parameters; empty if all of them follow from the statement. */
  types: string[];
}

const root = join(import.meta.dirname, '../../..');
const NOT_SENT_BY_THE_SERVICE = /\.test\.ts$|\.?fixture\.ts$|[/\\]testing[/\\]/;

/**
 * The statements in the service's code that change one of the tables, with the text that the code builds. Constants
 * from outside the function are filled in. Throws if the text depends on arguments in any other way than by the number
 * of a parameter.
 */
export async function findChangesInCode(tables: readonly string[]): Promise<FoundChange[]> {
  const found: FoundChange[] = [];
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (NOT_SENT_BY_THE_SERVICE.test(file)) continue;
    found.push(
      ...(await findChangesInModule(join(root, file), await readFile(join(root, file), 'utf8'), tables)),
    );
  }
  return found;
}

/** The same for the text of one module, whether or not it exists at the path. */
export async function findChangesInModule(
  path: string,
  source: string,
  tables: readonly string[],
): Promise<FoundChange[]> {
  const names = tables.join('|');
  const inText = new RegExp(
    String.raw`\b(?:update|delete from|insert into|merge into)\s+(?:only\s+)?(?:${names})\b`,
    'i',
  );
  const built = new RegExp(String.raw`\.(?:updateTable|deleteFrom|insertInto|mergeInto)\(\s*'(?:${names})\b`);
  if (built.test(source)) throw new Error(`${path}: changes of these tables are written as text`);
  if (!inText.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const places = new Map<ts.Node, string>();
  const visit = (node: ts.Node) => {
    if (isText(node) && inText.test(node.text)) {
      const whole = outermost(node);
      const { line } = file.getLineAndCharacterOfPosition(whole.getStart());
      places.set(whole, `${path.slice(root.length + 1)}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const texts = await evaluate(file, [...places.keys()]);
  return [...places.values()].map((place, i) => ({ place, text: asStatement(texts[i] ?? ''), types: [] }));
}

/**
 * Completes parts of the append statement: those that start with the name of a `with` query, or read the `heads` of
 * another part.
 */
function asStatement(text: string): string {
  if (/^\s*\w+ as \(/.test(text)) return `with ${text} select 1`;
  if (!/\bjoin heads\b/.test(text)) return text;
  return `with heads as (select null::uuid as org_id, null::bigint as base) ${text}`;
}

type TextNode = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function isText(node: ts.Node): node is TextNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

/** The whole text that contains a node. */
function outermost(node: ts.Node): ts.Node {
  let whole = node;
  for (let up = node.parent; up !== undefined && !ts.isStatement(up); up = up.parent) {
    const isJoined = ts.isBinaryExpression(up) && up.operatorToken.kind === ts.SyntaxKind.PlusToken;
    if (ts.isTemplateExpression(up) || ts.isTaggedTemplateExpression(up) || isJoined) whole = up;
  }
  return whole;
}

/** Evaluates expressions of a module, each of which gives a text. */
async function evaluate(file: ts.SourceFile, texts: readonly ts.Node[]): Promise<string[]> {
  const makers = texts.map((text) => {
    const own = [...ownNames(text)];
    refuseOwnText(file, text, new Set(own));
    return `(${own.join(', ')}) => ${text.getText()}`;
  });
  // The `sql` tag of Kysely takes values; here they become parameters.
  const source = `${withoutSql(file)}
    const sql = (parts) => parts.reduce((text, part, i) => text + '$' + i + part);
    export const makers = [${makers.join(',\n')}];`;
  const code = stripTypeScriptTypes(source, { mode: 'transform' });
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    makers: ((...own: number[]) => string)[];
  };
  return module.makers.map((make) => make(...Array<number>(make.length).fill(1)));
}

/** The module's text, rewritten so that it can be loaded from anywhere. */
function withoutSql(file: ts.SourceFile): string {
  return file.statements
    .map((statement) => {
      if (!ts.isImportDeclaration(statement)) return statement.getText().replace(/^export default\b/, '');
      const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
      if (specifier === 'kysely') return '';
      const clause = statement.importClause?.getText() ?? '';
      return `import ${clause} from ${JSON.stringify(resolve(file.fileName, specifier))};`;
    })
    .join('\n');
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.')
    ? new URL(specifier, pathToFileURL(from)).href
    : import.meta.resolve(specifier);
}

/** Names declared by the functions around a text: their values are only known when they are called. */
function ownNames(text: ts.Node): Set<string> {
  const names = new Set<string>();
  const add = (name: ts.BindingName) => {
    if (ts.isIdentifier(name)) names.add(name.text);
    else for (const part of name.elements) if (ts.isBindingElement(part)) add(part.name);
  };
  const addDeclared = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node)) add(node.name);
    ts.forEachChild(node, addDeclared);
  };
  for (let up = text.parent; up !== undefined; up = up.parent) {
    if (!ts.isFunctionLike(up)) continue;
    for (const { name } of up.parameters) add(name);
    if ('body' in up && up.body !== undefined) addDeclared(up.body);
  }
  return names;
}

/** Throws if a text contains something from a call in any other way than as a value or as the number of a parameter. */
function refuseOwnText(file: ts.SourceFile, text: ts.Node, own: ReadonlySet<string>): void {
  const visit = (node: ts.Node, isValue: boolean) => {
    if (ts.isTemplateExpression(node)) {
      let before = node.head.text;
      for (const { expression, literal } of node.templateSpans) {
        const isNumber = before.endsWith('$');
        if (!isNumber && !isValue && names(expression).some((name) => own.has(name)))
          throw new Error(
            `${file.fileName}: what ${expression.getText()} puts into a statement that changes a table on several machines cannot be told. Write it as a constant of the module, or as two statements.`,
          );
        before = literal.text;
      }
    }
    ts.forEachChild(node, (child) => visit(child, ts.isTaggedTemplateExpression(node)));
  };
  visit(text, false);
}

function names(node: ts.Node): string[] {
  const found: string[] = [];
  const visit = (part: ts.Node) => {
    if (ts.isIdentifier(part)) found.push(part.text);
    ts.forEachChild(part, visit);
  };
  visit(node);
  return found;
}
