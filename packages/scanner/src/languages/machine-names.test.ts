import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Names of languages, as words of code and of comments. `Go` and `Swift` are words of English in small letters. */
const languages =
  /(?<![\w/.-])(?:Ada|Bash|Clojure|COBOL|CoffeeScript|Dart|Elixir|Erlang|Fortran|Go|Golang|Groovy|Haskell|Java|JavaScript|Kotlin|Lua|Objective-C|Perl|PHP|Python|Ruby|Rust|Scala|Solidity|Svelte|Swift|TSX|JSX|TypeScript|Vue)(?!\w)|\bC#|\bC\+\+|(['"])(?:C|R|D)\1/;
/** Frameworks, libraries and functions that belong to one of them. */
const libraries =
  /\b(?:android|angular|apache|aspnet|asp\.net|axios|bottle|cherrypy|class-validator|django|dom4j|echo\.|electron|express(?:js)?(?=['"/])|fastapi|fastify|flask|gin\.|gorm|hapi|hibernate|hono|ipcMain|jackson|javalin|javax|jakarta|jquery|koa|ktor|laravel|libxml|lodash|lxml|mongoose|mustache|mybatis|nestjs|newtonsoft|next\/navigation|nokogiri|numpy|nunjucks|okhttp|pandas|prisma|pyramid|rails|react|sequelize|sinatra|sklearn|spring(?:framework)?|sqlalchemy|starlette|struts|symfony|tornado|twig|vertx|werkzeug|wordpress|xstream|zod)\b|\b(?:preg_|mysqli?_|wp_|curl_|FILTER_VALIDATE|PHP_URL_|LIBXML_|__getitem__|ResponseEntity|HttpResponse|HttpServlet\w*|parse_url|filter_var|defaultdict|namedtuple|ActionSupport|XmlResolver|UriKind|RequestMapping)/i;

/** What is not moved yet, by file. Only ever take from it. */
const left: Readonly<Record<string, readonly string[]>> = {};

function namesIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => [languages.exec(line)?.[0], libraries.exec(line)?.[0]])
    .filter((name) => name !== undefined);
}

describe('the intermediate form and the machine', () => {
  const files = globSync('{ir,flow}/**/*.ts', { cwd: src }).filter((path) => !path.endsWith('.test.ts'));

  test('are read as a whole', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.map((path) => basename(path))).toContain('ir.ts');
  });

  test.each([
    ["m.file.language === 'Go'", 'Go'],
    ['// as in C#', 'C#'],
    ["new Set(['C', 'D'])", "'C'"],
    ['/^(?:flask|bottle)/', 'flask'],
    ["name === 'preg_match'", 'preg_'],
  ])('a name in %s is seen', (line, name) => {
    expect(namesIn(line)).toContain(name);
  });

  test.each(['goes on', 'a go', 'expression', 'C is for', 'springs', 'a reaction'])(
    'the words %s are no name',
    (words) => {
      expect(namesIn(words)).toEqual([]);
    },
  );

  test('name no language and no library: what one means stands in its folder', () => {
    const found = Object.fromEntries(
      files
        .map((path) => [path, namesIn(readFileSync(join(src, path), 'utf8'))] as const)
        .filter(([, names]) => names.length > 0),
    );
    expect(found).toEqual(left);
  });
});
