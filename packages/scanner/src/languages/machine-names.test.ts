import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Names of languages in code and comments. In lower case, `go` and `swift` are ordinary words. */
const languages =
  /(?<![\w/.-])(?:Ada|Bash|Clojure|COBOL|CoffeeScript|Dart|Elixir|Erlang|Fortran|Go|Golang|Groovy|Haskell|Java|JavaScript|Kotlin|Lua|Objective-C|Perl|PHP|Python|Ruby|Rust|Scala|Solidity|Svelte|Swift|TSX|JSX|TypeScript|Vue)(?!\w)|\bC#|\bC\+\+|(['"])(?:C|R|D)\1/;
/** Frameworks and libraries, and functions that belong to one of them. */
const libraries =
  /\b(?:android|angular|apache|aspnet|asp\.net|axios|bottle|cherrypy|class-validator|django|dom4j|echo\.|electron|express(?:js)?(?=['"/])|fastapi|fastify|flask|gin\.|gorm|hapi|hibernate|hono|ipcMain|jackson|javalin|javax|jakarta|jquery|koa|ktor|laravel|libxml|lodash|lxml|mongoose|mustache|mybatis|nestjs|newtonsoft|next\/navigation|nokogiri|numpy|nunjucks|okhttp|pandas|prisma|pyramid|rails|react|sequelize|sinatra|sklearn|spring(?:framework)?|sqlalchemy|starlette|struts|symfony|tornado|twig|vertx|werkzeug|wordpress|xstream|zod)\b|\b(?:preg_|mysqli?_|wp_|curl_|FILTER_VALIDATE|PHP_URL_|LIBXML_|__getitem__|ResponseEntity|HttpResponse|HttpServlet\w*|parse_url|filter_var|defaultdict|namedtuple|ActionSupport|XmlResolver|UriKind|RequestMapping)/i;

/** Exceptions by file. Only ever remove entries. */
const left: Readonly<Record<string, readonly string[]>> = {};

function namesIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => [languages.exec(line)?.[0], libraries.exec(line)?.[0]])
    .filter((name) => name !== undefined);
}

describe('the intermediate form and the machine', () => {
  const files = globSync('{ir,flow}/**/*.ts', { cwd: src }).filter((path) => !path.endsWith('.test.ts'));

  test('are checked completely', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files.map((path) => basename(path))).toContain('ir.ts');
  });

  test.each([
    ["m.file.language === 'Go'", 'Go'],
    ['// as in C#', 'C#'],
    ["new Set(['C', 'D'])", "'C'"],
    ['/^(?:flask|bottle)/', 'flask'],
    ["name === 'preg_match'", 'preg_'],
  ])('the name in %s is found', (line, name) => {
    expect(namesIn(line)).toContain(name);
  });

  test.each(['goes on', 'a go', 'expression', 'C is for', 'springs', 'a reaction'])(
    'the words %s are not names',
    (words) => {
      expect(namesIn(words)).toEqual([]);
    },
  );

  test('name no language and no library: their meaning is defined in their folders', () => {
    const found = Object.fromEntries(
      files
        .map((path) => [path, namesIn(readFileSync(join(src, path), 'utf8'))] as const)
        .filter(([, names]) => names.length > 0),
    );
    expect(found).toEqual(left);
  });
});
