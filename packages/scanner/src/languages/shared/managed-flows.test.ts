import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('libraries and checks of Java, Kotlin and C#', () => {
  test('Java: checks that throw, parsers created in another method, contexts and lists that refuse types', async () => {
    await expectFlows({
      'a/Store.java': `package a;
import java.nio.file.*;
class Store {
  private final Path root = Path.of("/srv/a");
  static void ensureInside(Path base, Path given) {
    if (given.normalize().startsWith(base)) return;
    throw new IllegalArgumentException("outside");
  }
  static void ensureInside(String base, String given) { ensureInside(Path.of(base), Path.of(given)); }
  void keep(String name, String body) throws Exception {
    Path p = root.resolve(name);
    ensureInside(root, p);
    Files.writeString(p, body);
    Files.writeString(root.resolve("fixed.txt"), body);
    Files.writeString(root.resolve(name), body); // !path
  }
}
`,
      'a/Forms.java': `package a;
import com.thoughtworks.xstream.XStream;
import javax.xml.parsers.*;
class Forms {
  private SAXParser closed() throws Exception {
    SAXParserFactory f = SAXParserFactory.newInstance();
    f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return f.newSAXParser();
  }
  void read(java.io.InputStream in) throws Exception { closed().getXMLReader().parse(new InputSource(in)); }
}
`,
      'a/Open.java': `package a;
import javax.xml.parsers.*;
class Open {
  private SAXParser open() throws Exception { return SAXParserFactory.newInstance().newSAXParser(); }
  void read(java.io.InputStream in) throws Exception { open().getXMLReader().parse(new InputSource(in)); // !xxe
  }
}
`,
      'a/Listed.java': `package a;
class Listed {
  private final XStream xs = new XStream();
  Listed() { xs.allowTypes(new Class[] {Listed.class}); }
  Object read(String s) { return xs.fromXML(s); }
}
`,
      'a/Front.java': `package a;
@RestController
class Front {
  private final Store store = new Store();
  @PostMapping("/a")
  String keep(@RequestParam String name, @RequestBody String body) throws Exception { store.keep(name, body); return ""; }
  @PostMapping("/b")
  void xml(HttpServletRequest request) throws Exception {
    new Forms().read(request.getInputStream());
    new Open().read(request.getInputStream());
    new Listed().read(request.getParameter("x"));
    new XStream().fromXML(request.getParameter("x")); // !deserialization
  }
  @PostMapping("/c")
  void formulas(@RequestParam String text, @RequestParam String link) throws Exception {
    new SpelExpressionParser().parseExpression(text).getValue(new StandardEvaluationContext(), Object.class); // !code
    ImageIO.read(new URL(link)); // !ssrf
    ImageIO.read(new URL("https://cdn.example.org/a/" + link));
  }
  @PostMapping("/d")
  void plain(@RequestParam String text, VelocityContext context) throws Exception {
    EvaluationContext known = SimpleEvaluationContext.forReadOnlyDataBinding().build();
    new SpelExpressionParser().parseExpression(text).getValue(known, Object.class);
    context.put("text", text);
    Velocity.evaluate(context, new StringWriter(), "mail", "Hello $text");
    Velocity.evaluate(context, new StringWriter(), "mail", text); // !template
  }
}
`,
    });
  });

  test('Java: values that JAX-RS collects in one object', async () => {
    await expectFlows({
      'a/Staff.java': `package a;
@Path("/staff")
public class Staff {
  @Inject Rows rows;
  @GET
  public Object all(@BeanParam Filter filter) { return rows.of(filter); }
}
`,
      'a/Rows.java': `package a;
class Rows {
  EntityManager em;
  Object of(Filter f) {
    em.createQuery("select s from S s where s.d = :d").setParameter("d", f.getDept());
    return em.createQuery(String.format("select s from S s where s.d = '%s'", f.getDept())); // !sql
  }
}
`,
    });
  });

  test('Java: checks by the class itself, documents as queries, short keys', async () => {
    await expectFlows({
      'a/Raw.java': `package a;
@RestController
public class Raw {
  private static final File BASE = new File("/srv/a");
  private static final int BITS = 1024;
  private static boolean inside(File f) throws IOException { return f.getCanonicalPath().startsWith(BASE.getCanonicalPath() + File.separator); }
  private static boolean named(File f) { return f.getName().length() > 3; }
  @GetMapping("/a")
  byte[] a(@RequestParam String page) throws IOException {
    File file = new File(BASE, page);
    if (!inside(file)) throw new FileNotFoundException(page);
    return Files.readAllBytes(file.toPath());
  }
  @GetMapping("/b")
  byte[] b(@RequestParam String page) throws IOException {
    File file = new File(BASE, page); // !path
    if (!named(file)) throw new FileNotFoundException(page);
    return Files.readAllBytes(file.toPath()); // !path
  }
  KeyPair c() throws Exception {
    KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
    g.initialize(3072);
    g.initialize(BITS); // !weak_cipher
    return g.generateKeyPair();
  }
}
`,
    });
  });

  test('Kotlin: the last part of a path, clients created in a field', async () => {
    await expectFlows({
      'a/Files.kt': `package a
@RestController
class Shelf(builder: WebClient.Builder) {
  private val dir: Path = Paths.get("/var/a")
  private val client = builder.build()
  @DeleteMapping("/a")
  fun drop(@RequestParam name: String) {
    Files.deleteIfExists(dir.resolve(Paths.get(name).fileName))
    Files.deleteIfExists(dir.resolve(name)) // !path
  }
  @GetMapping("/b")
  suspend fun ping(@RequestParam target: String) {
    client.get().uri("https://hooks.example.org/{id}", target).retrieve()
    client.get().uri(target).retrieve() // !ssrf
  }
  @GetMapping("/c")
  fun tell(@RequestParam code: String) {
    logger.info { "scanned \${code.length} signs" }
    logger.info { "scanned $code" } // !log
    File(base, File(code).name).readText()
    File(base, code).readText() // !path
    collection.find("{ a: 1 }")
    collection.find("{ a: '$code' }") // !nosql
  }
}
`,
    });
  });

  test('C#: handlers, page controls, open streams, values that a driver encodes', async () => {
    await expectFlows({
      'A.cs': `public class Handler : IHttpHandler {
  public void ProcessRequest(HttpContext context) {
    string name = context.Request["name"];
    File.WriteAllText("/srv/fixed.txt", name);
    var text = File.ReadAllText("/srv/" + name); // !path
  }
}
public partial class Orders : Page {
  protected void Find(object sender, EventArgs e) {
    var a = new OleDbCommand("SELECT * FROM o WHERE r = ?", con);
    var b = new OleDbCommand("SELECT * FROM o WHERE r = '" + TxtRef.Text + "'", con); // !sql
  }
}
public class Stock : WebService {
  [WebMethod]
  public decimal Amount(string article) {
    cmd.CommandText = "select 1 from s where a = :a";
    cmd.CommandText = "select 1 from s where a = '" + article + "'"; // !sql
    return 0;
  }
}
public class UsersController : ControllerBase {
  private void EnsureBelow(string path) {
    var full = Path.GetFullPath(path);
    if (!full.StartsWith("/srv/a/", StringComparison.Ordinal)) throw new InvalidOperationException();
  }
  [HttpGet("a")]
  public async Task<IActionResult> A(string mail, string file) {
    await users.Find(Builders<BsonDocument>.Filter.Eq("mail", mail)).ToListAsync();
    await users.Find(BsonDocument.Parse("{ mail: '" + mail + "' }")).ToListAsync(); // !nosql
    await client.GetAsync($"/internal/check?mail={mail}");
    var safe = Path.Combine("/srv/a", file);
    EnsureBelow(safe);
    System.IO.File.Delete(safe);
    var part = new MultipartReader("b", Request.Body).ReadNextSectionAsync().Result;
    using var reader = new StreamReader(part.Body);
    return Ok(new Content(mail));
  }
  private static string Escape(string v) => v.Replace("\\\\", "\\\\5c").Replace("*", "\\\\2a").Replace("(", "\\\\28").Replace(")", "\\\\29");
  [HttpGet("b")]
  public object B(string name) {
    searcher.Filter = "(uid=" + Escape(name) + ")";
    searcher.Filter = "(uid=" + name + ")"; // !ldap
    return null;
  }
  [HttpGet("c")]
  public object C(string link, string text) {
    var fixedClient = new RestClient("https://a.example.org");
    var client = new RestClient(link); // !ssrf
    Log.Information("{Length} signs", text.Length);
    Log.Information("note " + text); // !log
    new JavaScriptSerializer().Deserialize<Order>(text);
    new HtmlContentBuilder().Append(text);
    new HtmlContentBuilder().AppendHtml("<b>" + text); // !xss
    if (!Uri.TryCreate(link, UriKind.Relative, out _) || link.StartsWith("//")) link = "/";
    Response.Redirect(link);
    Response.Redirect(text); // !redirect
    return null;
  }
}
`,
    });
  });
});
