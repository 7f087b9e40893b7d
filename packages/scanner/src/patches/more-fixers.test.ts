import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import { proposeChange } from './make-patch.ts';

/** The file after the patch for the first finding of the rule that can be fixed; undefined if none can. */
async function mended(
  files: Readonly<Record<string, string>>,
  path: string,
  agent: string,
  rule: string,
): Promise<string | undefined> {
  const { index, entries } = await reviewInput(files);
  const { findings } = await runAgent(agent, index, entries);
  const own = findings.filter(({ file, ruleId }) => file === path && ruleId === rule);
  expect(own.length, `${rule} in ${path}`).toBeGreaterThan(0);
  for (const finding of own) {
    const { proposal } = await proposeChange(finding, index, entries);
    const change = proposal?.changes.find((one) => one.path === path);
    if (change) return change.after;
  }
  return undefined;
}

const java = (body: string) =>
  `import org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n  private JdbcTemplate jdbcTemplate;\n  private EntityManager em;\n  @GetMapping("/a")\n  public Object a(@RequestParam String name) {\n    ${body}\n  }\n}\n`;
const go = (body: string, driver = 'lib/pq') =>
  `package main\n\nimport (\n\t"database/sql"\n\t"fmt"\n\t"net/http"\n\t"path/filepath"\n\n\t_ "github.com/${driver}"\n)\n\nvar db *sql.DB\n\nfunc handle(w http.ResponseWriter, r *http.Request) {\n\tid := r.URL.Query().Get("id")\n\tfmt.Println("asked")\n\t${body}\n}\n`;

describe('fixers of more languages', () => {
  it.each([
    [
      'A.java',
      java('return jdbcTemplate.queryForList("SELECT * FROM users WHERE name = \'" + name + "\'");'),
      'queryForList("SELECT * FROM users WHERE name = ?", name);',
    ],
    [
      'A.java',
      java('return em.createQuery("select u from User u where u.name = \'" + name + "\'").getResultList();'),
      'createQuery("select u from User u where u.name = ?1").setParameter(1, name).getResultList();',
    ],
    [
      'a.go',
      go('rows, _ := db.Query("SELECT * FROM users WHERE id = " + id)\n\t_ = rows'),
      'db.Query("SELECT * FROM users WHERE id = $1", id)',
    ],
    [
      'a.go',
      go(
        'rows, _ := db.Query(fmt.Sprintf("SELECT * FROM users WHERE id = \'%s\'", id))\n\t_ = rows',
        'go-sql-driver/mysql',
      ),
      'db.Query("SELECT * FROM users WHERE id = ?", id)',
    ],
    [
      'app/controllers/users_controller.rb',
      'class UsersController < ApplicationController\n  def show\n    @users = User.where("name = \'#{params[:name]}\'")\n  end\nend\n',
      'User.where("name = ?", params[:name])',
    ],
  ])('give the query in %s bound values: %#', async (path, text, expected) => {
    expect(await mended({ [path]: text }, path, 'security.injection', 'injection/sql')).toContain(expected);
  });

  it.each([
    ['a name of a table', java('return jdbcTemplate.queryForList("SELECT * FROM " + name);')],
    [
      'a text among numbers',
      java('return jdbcTemplate.queryForList("SELECT * FROM users WHERE id = " + name);'),
    ],
    [
      'a part of a pattern',
      java('return jdbcTemplate.queryForList("SELECT * FROM users WHERE name like \'%" + name + "%\'");'),
    ],
    [
      'one value more',
      java(
        'return jdbcTemplate.queryForList("SELECT * FROM users WHERE a = ? AND name = \'" + name + "\'", 1);',
      ),
    ],
  ])('do not change a query concatenated from %s', async (_what, text) => {
    expect(await mended({ 'A.java': text }, 'A.java', 'security.injection', 'injection/sql')).toBeUndefined();
  });

  it.each([
    [
      'pom.xml',
      '<project><dependencies><dependency>\n<groupId>org.apache.logging.log4j</groupId>\n<artifactId>log4j-core</artifactId>\n<version>2.14.1</version>\n</dependency></dependencies></project>\n',
      /<version>2\.(?:1[5-9]|2\d)/,
    ],
    [
      'build.gradle',
      "dependencies {\n  implementation 'org.apache.logging.log4j:log4j-core:2.14.1'\n}\n",
      /log4j-core:2\.(?:1[5-9]|2\d)[\w.]*'/,
    ],
  ])('require the fixed version in %s', async (path, text, expected) => {
    const after = await mended(
      { [path]: text },
      path,
      'security.supply-chain',
      'supply-chain/vulnerable-package',
    );
    expect(after).toMatch(expected);
  });

  it.each([['a.go', 'filepath.Join("uploads", id)', 'filepath.Join("uploads", filepath.Base(id))']])(
    'keep a file in its folder in %s',
    async (path, joined, expected) => {
      const text = go(`http.ServeFile(w, r, ${joined})\n\t_ = db`);
      expect(await mended({ [path]: text }, path, 'security.injection', 'injection/path')).toContain(
        expected,
      );
    },
  );

  it.each([
    [
      'Db.java',
      'class Db {\n  void open() {\n    String dbPassword = "Xk29fkaPz!21";\n    connect(dbPassword);\n  }\n}\n',
      'String dbPassword = System.getenv("DB_PASSWORD");',
    ],
    [
      'Db.cs',
      'class Db {\n  void Open() {\n    var dbPassword = "Xk29fkaPz!21";\n    Connect(dbPassword);\n  }\n}\n',
      'var dbPassword = System.Environment.GetEnvironmentVariable("DB_PASSWORD") ?? throw new System.InvalidOperationException(',
    ],
    [
      'db.go',
      'package db\n\nimport (\n\t"fmt"\n\t"time"\n)\n\nfunc open() {\n\tdbPassword := "Xk29fkaPz!21"\n\tfmt.Println(len(dbPassword), time.Now())\n}\n',
      '\t"fmt"\n\t"os"\n\t"time"\n)\n\nfunc open() {\n\tdbPassword := os.Getenv("DB_PASSWORD")',
    ],
  ])('read a secret in %s from the environment', async (path, text, expected) => {
    expect(await mended({ [path]: text }, path, 'security.secrets', 'secrets/password')).toContain(expected);
  });

  it.each([
    ['Db.java', 'class Db {\n  public static final String DB_PASSWORD = "Xk29fkaPz!21";\n}\n'],
    ['Db.cs', 'class Db {\n  const string DbPassword = "Xk29fkaPz!21";\n}\n'],
    [
      'db.go',
      'package db\n\nimport (\n\t"fmt"\n)\n\nconst dbPassword = "Xk29fkaPz!21"\n\nvar _ = fmt.Sprint\n',
    ],
  ])('do not change a constant in %s', async (path, text) => {
    expect(await mended({ [path]: text }, path, 'security.secrets', 'secrets/password')).toBeUndefined();
  });

  it.each([
    [
      'main.tf',
      'resource "azurerm_storage_account" "a" {\n  enable_https_traffic_only = false\n}\n',
      'terraform/plain-listener',
      'enable_https_traffic_only = true',
    ],
    [
      'main.tf',
      'resource "azurerm_storage_account" "a" {\n  min_tls_version = "TLS1_0"\n}\n',
      'terraform/old-tls',
      'min_tls_version = "TLS1_2"',
    ],
  ])('change the word of a setting in %s: %#', async (path, text, rule, expected) => {
    expect(await mended({ [path]: text }, path, 'architecture.deployment', rule)).toContain(expected);
  });

  it('replace the value of a key, not the key', async () => {
    const text =
      'from flask import Flask\n\napp = Flask(__name__)\napp.config["SECRET_KEY"] = "abc-123-xyz"\n';
    const after = await mended(
      { 'app.py': text },
      'app.py',
      'security.access-control',
      'access/fixed-signing-key',
    );
    expect(after).toContain('app.config["SECRET_KEY"] = os.environ["SECRET_KEY"]');
  });

  it('make a token parser refuse unsigned tokens', async () => {
    const text = java('Jwt jwt = Jwts.parser().setSigningKey(KEY).parse(name);\n    return jwt.getBody();');
    const after = await mended(
      { 'A.java': text },
      'A.java',
      'security.access-control',
      'access/unverified-token',
    );
    expect(after).toContain('Jwt jwt = Jwts.parser().setSigningKey(KEY).parseClaimsJws(name);');
  });
});
