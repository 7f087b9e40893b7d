// Every statement that reads or changes rows of organizations must name `org_id`: on a distributed database it then
// uses only one machine, and it never reaches rows of another organization. Exceptions are listed next to the
// migrations, by file, with the reason: some are right as they are (`isRight`), the others still have to be fixed. That
// list may only shrink. Functions of the database are checked in their newest version. Not checked: statements whose
// table is not a fixed text (kit/db/table.ts, exports, imports), and whether the organization is the right one.
import { globSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import ts from 'typescript';
import listed from '../packages/server/migrations/statements-of-all.json' with { type: 'json' };
import classes from '../packages/server/migrations/table-classes.json' with { type: 'json' };

const tables = Object.keys(classes.organization);
const IN_SQL = new RegExp(
  String.raw`\b(?:from|join|update|using)\s+(?:only\s+)?(${tables.join('|')})\b(?!\s*\()`,
  'gi',
);
const IN_QUERY = new Set(['selectFrom', 'updateTable', 'deleteFrom', 'innerJoin', 'leftJoin', 'using']);
const FUNCTION = /create (?:or replace )?function (\w+)\s*\(([^)]*)\)(?:(?!\$\$)[^;])*\$\$([\s\S]*?)\$\$/g;
const DROPPED = /drop function (\w+)\s*\(([^)]*)\)/g;
/** What names the organization: the column, or the condition on the owner that contracts share. */
const NAMES_ORGANIZATION = /org_id|\bofOwner\(/;
const root = 'packages/server/src/';
const declared = new WeakMap<ts.SourceFile, Map<string, ts.Node[]>>();
const allowed: Record<string, { statements: number; why: string; isRight?: boolean }> = listed;

const found = new Map<string, Set<string>>();
for await (const file of glob(`${root}**/*.ts`)) {
  if (/\.test\.ts$|\.fixture\.ts$|\/testing\//.test(file)) continue;
  const source = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const statements = findStatements(source);
  if (statements.size > 0) found.set(file.slice(root.length), statements);
}
for (const [name, statements] of await findInFunctions()) found.set(name, statements);
for (const file of new Set([...found.keys(), ...Object.keys(allowed)])) {
  const statements = [...(found.get(file) ?? [])];
  const { statements: most = 0 } = allowed[file] ?? {};
  if (statements.length === most) continue;
  process.exitCode = 1;
  if (statements.length < most) {
    process.stdout.write(
      `${file}: statements-of-all.json says ${most}, and ${statements.length} are left: lower the number\n`,
    );
    continue;
  }
  for (const place of statements) process.stdout.write(`${file}:${place} without org_id\n`);
}

/** The same for the functions of the database, by name. */
async function findInFunctions(): Promise<Map<string, Set<string>>> {
  const bodies = new Map<string, string>();
  for (const file of globSync('packages/server/migrations/*.sql').sort()) {
    const text = (await readFile(file, 'utf8')).replace(/--.*/g, '');
    for (const [, name = '', args = '', body = ''] of text.matchAll(FUNCTION))
      bodies.set(`${name}(${typesOf(args)})`, body);
    for (const [, name = '', types = ''] of text.matchAll(DROPPED))
      bodies.delete(
        `${name}(${types
          .split(',')
          .map((type) => type.trim())
          .join(', ')})`,
      );
  }
  const all = new Map<string, Set<string>>();
  for (const [signature, body] of bodies) {
    const places = new Set<string>();
    for (const [i, statement] of body.split(/;|\bloop\b|\bthen$/m).entries()) {
      const names = [...statement.matchAll(IN_SQL)].map(([, name = '']) => name);
      if (names.length > 0 && !/\borg(_id)?\b/.test(statement))
        places.add(`statement ${i + 1}: ${[...new Set(names)].join(', ')}`);
    }
    const name = `function ${signature.split('(')[0]}`;
    if (places.size > 0) all.set(name, new Set([...(all.get(name) ?? []), ...places]));
  }
  return all;
}

function typesOf(args: string): string {
  return args
    .split(',')
    .map((arg) => arg.trim().split(/\s+/)[1])
    .join(', ');
}

/** Line and tables of each statement that reads or changes rows of organizations without naming the column. */
function findStatements(source: ts.SourceFile): Set<string> {
  const places = new Set<string>();
  const add = (node: ts.Node, names: Iterable<string>) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    places.add(`${line + 1}: ${[...new Set(names)].sort().join(', ')}`);
  };
  const visit = (node: ts.Node) => {
    const names = tablesOfText(node);
    if (names.length > 0 && !NAMES_ORGANIZATION.test(textOf(outermostText(node), source)))
      add(outermostText(node), names);
    const name = tableOfQuery(node);
    if (name !== undefined && !NAMES_ORGANIZATION.test(functionAround(node).getText()))
      add(outermostCall(node), [name]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

function tablesOfText(node: ts.Node): string[] {
  const isText =
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node);
  return isText ? [...node.text.matchAll(IN_SQL)].map(([, name = '']) => name) : [];
}

/** The whole text that contains a node. */
function outermostText(node: ts.Node): ts.Node {
  let whole = node;
  for (let up = node.parent; up !== undefined; up = up.parent) {
    if (ts.isTemplateExpression(up) || ts.isTaggedTemplateExpression(up)) whole = up;
    else if (ts.isBinaryExpression(up) && up.operatorToken.kind === ts.SyntaxKind.PlusToken) whole = up;
    else if (ts.isStatement(up)) break;
  }
  return whole;
}

/** The text of a node, with the texts of the same file that it refers to. */
function textOf(node: ts.Node, source: ts.SourceFile, depth = 0): string {
  let text = node.getText();
  if (depth === 3) return text;
  const visit = (part: ts.Node) => {
    if (ts.isIdentifier(part)) {
      for (const initializer of declarationsOf(part.text, source))
        text += textOf(initializer, source, depth + 1);
    }
    ts.forEachChild(part, visit);
  };
  visit(node);
  return text;
}

function declarationsOf(name: string, source: ts.SourceFile): ts.Node[] {
  const known = declared.get(source);
  if (known !== undefined) return known.get(name) ?? [];
  const map = new Map<string, ts.Node[]>();
  declared.set(source, map);
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node)) add(node.name.getText(), node.initializer);
    if (ts.isFunctionDeclaration(node)) add(node.name?.getText(), node.body);
    ts.forEachChild(node, visit);
  };
  const add = (key: string | undefined, value: ts.Node | undefined) => {
    if (key !== undefined && value !== undefined) map.set(key, [...(map.get(key) ?? []), value]);
  };
  visit(source);
  return map.get(name) ?? [];
}

/** The table of a kysely query, if the node names one. */
function tableOfQuery(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [first] = node.arguments;
  if (!IN_QUERY.has(node.expression.name.text) || first === undefined || !ts.isStringLiteralLike(first))
    return undefined;
  const name = first.text.split(' ', 1).join();
  return tables.includes(name) ? name : undefined;
}

function outermostCall(node: ts.Node): ts.Node {
  let whole = node;
  while (ts.isCallExpression(whole.parent) || ts.isPropertyAccessExpression(whole.parent))
    whole = whole.parent;
  return whole;
}

function functionAround(node: ts.Node): ts.Node {
  let around = node;
  while (
    around.parent !== undefined &&
    !ts.isFunctionDeclaration(around) &&
    !ts.isMethodDeclaration(around)
  ) {
    around = around.parent;
  }
  return ts.isSourceFile(around) ? outermostCall(node) : around;
}
