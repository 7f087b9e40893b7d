import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import { proposeChange } from './make-patch.ts';

const agents: Readonly<Record<string, string>> = {
  access: 'security.access-control',
  crypto: 'security.crypto-transport',
  transport: 'security.crypto-transport',
  injection: 'security.injection',
};

/** The file after the patch for the only finding of a rule. A new analysis must not find it again. */
async function mended(path: string, text: string, rule: string): Promise<string | undefined> {
  const { index, entries } = await reviewInput({ [path]: text });
  const isSetting = /\.(?:plist|xml)$/.test(path);
  const agent = isSetting ? agents.access : agents[rule.split('/')[0] ?? ''];
  const { findings } = await runAgent(agent ?? '', index, entries);
  const own = findings.filter(({ ruleId }) => ruleId === rule);
  expect(own.map(({ ruleId }) => ruleId)).toContain(rule);
  for (const finding of own) {
    const { proposal } = await proposeChange(finding, index, entries);
    if (proposal) return proposal.changes[0]?.after;
  }
  return undefined;
}

const route = (body: string) =>
  `import GRDB\nimport SQLKit\nimport Vapor\n\nfunc routes(_ app: Application, db: Database, sql: SQLDatabase) {\n  app.get("a") { req async throws -> String in\n    let name: String = req.query["name"] ?? ""\n    ${body}\n    return ""\n  }\n}\n`;
const action = (body: string) =>
  `package a\n\nimport anorm._\nimport java.io.File\nimport play.api.mvc._\nimport slick.jdbc.PostgresProfile.api._\n\nclass A(cc: ControllerComponents, db: Database) extends AbstractController(cc) {\n  def a(fileName: String) = Action {\n    ${body}\n    Ok("")\n  }\n}\n`;
const handler = (body: string) =>
  `import 'dart:io';\nimport 'package:path/path.dart' as p;\nimport 'package:shelf/shelf.dart';\nimport 'package:sqlite3/sqlite3.dart';\n\nResponse a(Request request, Database db) {\n  final fileName = request.url.queryParameters['name'] ?? '';\n  ${body}\n  return Response.ok('');\n}\n`;

describe('a patch for Swift, Dart or Scala', () => {
  it('binds the values of a statement', async () => {
    expect(
      await mended(
        'a.swift',
        route('try db.execute(sql: "DELETE FROM t WHERE a = \'\\(name)\'")'),
        'injection/sql',
      ),
    ).toContain('db.execute(sql: "DELETE FROM t WHERE a = ?", arguments: [name])');
    expect(
      await mended(
        'a.swift',
        route('_ = try await sql.raw("SELECT * FROM t WHERE a = \\(unsafeRaw: name)").all()'),
        'injection/sql',
      ),
    ).toContain('a = \\(bind: name)"');
    expect(
      await mended(
        'a.dart',
        handler("db.select('SELECT * FROM t WHERE a = \\'$fileName\\'');"),
        'injection/sql',
      ),
    ).toContain("db.select('SELECT * FROM t WHERE a = ?', [fileName]);");
    expect(
      await mended(
        'A.scala',
        action('db.run(sql"SELECT * FROM t WHERE a = \'#$fileName\'".as[String])'),
        'injection/sql',
      ),
    ).toContain('sql"SELECT * FROM t WHERE a = $fileName"');
    expect(
      await mended(
        'A.scala',
        action('SQL(s"SELECT * FROM t WHERE a = \'$fileName\'").as(parser.*)'),
        'injection/sql',
      ),
    ).toContain('SQL"SELECT * FROM t WHERE a = $fileName".as');
  });

  it('does not change a column name, which cannot be bound', async () => {
    expect(
      await mended(
        'a.swift',
        route('try db.execute(sql: "SELECT * FROM t ORDER BY \\(name)")'),
        'injection/sql',
      ),
    ).toBeUndefined();
    expect(
      await mended(
        'A.scala',
        action('db.run(sql"SELECT * FROM t ORDER BY #$fileName".as[String])'),
        'injection/sql',
      ),
    ).toBeUndefined();
  });

  it('takes the last part of a file name', async () => {
    expect(
      await mended('a.dart', handler("File('uploads/$fileName').readAsStringSync();"), 'injection/path'),
    ).toContain(`File('uploads/\${p.basename(fileName)}')`);
    expect(
      await mended(
        'A.scala',
        action('scala.io.Source.fromFile("uploads/" + fileName).mkString'),
        'injection/path',
      ),
    ).toContain('"uploads/" + new java.io.File(fileName).getName');
  });

  it.each([
    [
      'a.swift',
      'import CryptoKit\nimport Foundation\nfunc a(_ text: Data) -> String { Insecure.MD5.hash(data: text).description }\n',
      'crypto/weak-hash',
      'SHA256.hash(',
    ],
    [
      'a.swift',
      'import Alamofire\nfunc a() -> ServerTrustEvaluating { DisabledTrustEvaluator() }\n',
      'transport/unchecked-certificate',
      'DefaultTrustEvaluator()',
    ],
    [
      'a.swift',
      'import Foundation\nlet a: [String: Any] = [kSecAttrAccessible as String: kSecAttrAccessibleAlways]\n',
      'access/open-keychain',
      'kSecAttrAccessibleWhenUnlockedThisDeviceOnly',
    ],
    [
      'a.swift',
      'import Foundation\nfunc a(_ parser: XMLParser) { parser.shouldResolveExternalEntities = true }\n',
      'injection/xxe',
      'shouldResolveExternalEntities = false',
    ],
    [
      'a.dart',
      "import 'package:crypto/crypto.dart';\nDigest a(List<int> text) => md5.convert(text);\n",
      'crypto/weak-hash',
      'sha256.convert(',
    ],
    [
      'a.dart',
      "import 'dart:math';\nint makeToken() {\n  final token = Random().nextInt(1 << 32);\n  return token;\n}\n",
      'crypto/weak-random',
      'Random.secure()',
    ],
    [
      'a.dart',
      "import 'dart:io';\nvoid a(HttpClient client) {\n  client.badCertificateCallback = (cert, host, port) => true;\n}\n",
      'transport/unchecked-certificate',
      '=> false',
    ],
    [
      'A.scala',
      'import com.typesafe.sslconfig.akka._\nobject A {\n  def a(s: SSLConfigSettings) = s.withLoose(s.loose.withAcceptAnyCertificate(true))\n}\n',
      'transport/unchecked-certificate',
      'withAcceptAnyCertificate(false)',
    ],
    [
      'A.scala',
      'import java.security.MessageDigest\nobject A {\n  def a(text: Array[Byte]) = MessageDigest.getInstance("MD5").digest(text)\n}\n',
      'crypto/weak-hash',
      '"SHA-256"',
    ],
    [
      'ios/Info.plist',
      '<plist version="1.0">\n<dict>\n  <key>NSAllowsArbitraryLoads</key>\n  <true/>\n</dict>\n</plist>\n',
      'transport/plain-protocol',
      '<false/>',
    ],
  ])('replaces a disabled or weak setting with a safe one: %s %#', async (path, text, rule, expected) => {
    expect(await mended(path, text, rule)).toContain(expected);
  });
});
