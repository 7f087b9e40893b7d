import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import { proposeChange } from './make-patch.ts';

async function mended(path: string, text: string, rule: string): Promise<string | undefined> {
  const { index, entries } = await reviewInput({ [path]: text });
  const agent = rule.startsWith('access/') ? 'security.access-control' : 'security.injection';
  const { findings } = await runAgent(agent, index, entries);
  const own = findings.filter(({ ruleId }) => ruleId === rule);
  expect(own.length).toBeGreaterThan(0);
  for (const finding of own) {
    const { proposal } = await proposeChange(finding, index, entries);
    if (proposal) return proposal.changes[0]?.after;
  }
  return undefined;
}

const controller = (body: string) =>
  `import org.springframework.web.bind.annotation.*;\n@RestController\nclass A {\n  @PostMapping("/a")\n  public Object a(@RequestBody String body, HttpServletResponse response) throws Exception {\n    ${body}\n  }\n}\n`;

describe('patches that add a statement', () => {
  it('make a parser factory refuse document types, on the next line', async () => {
    const text = controller(
      'DocumentBuilderFactory dbf = DocumentBuilderFactory.newInstance();\n    DocumentBuilder db = dbf.newDocumentBuilder();\n    return db.parse(new InputSource(new StringReader(body)));',
    );
    expect(await mended('A.java', text, 'injection/xxe')).toContain(
      'newInstance();\n    dbf.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);\n    DocumentBuilder',
    );
  });

  it('add flags to a cookie after it is created', async () => {
    const text = controller(
      'Cookie cookie = new Cookie("session", body);\n    response.addCookie(cookie);\n    return null;',
    );
    expect(await mended('A.java', text, 'access/cookie-flags')).toContain(
      'body);\n    cookie.setHttpOnly(true);\n    cookie.setSecure(true);\n    response',
    );
  });

  it('bind the quoted values of a mapped query', async () => {
    const text = `import org.apache.ibatis.annotations.*;\n@Mapper\npublic interface M {\n  @Select("select * from users where username = '\${name}'")\n  User find(@Param("name") String name);\n}\n`;
    expect(await mended('M.java', text, 'injection/mapped-sql')).toContain('username = #{name}"');
  });

  it('quote a value in a PHP command, but not part of a word', async () => {
    const shell = (command: string) =>
      mended('a.php', `<?php\n$target = $_GET['ip'];\n$out = shell_exec(${command});\n`, 'injection/command');
    expect(await shell("'ping -c 4 ' . $target")).toContain("'ping -c 4 ' . escapeshellarg($target)");
    expect(await shell("'ping -c' . $target")).toBeUndefined();
  });
});
