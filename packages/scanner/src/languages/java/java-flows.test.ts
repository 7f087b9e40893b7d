import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

function servlet(body: string, more = ''): string {
  return `package shop;
import java.io.*;
import java.util.*;
import javax.servlet.http.*;
public class Orders extends HttpServlet {
  private static final String PREFIX = "SELECT * FROM orders WHERE id = ";
  private java.sql.Connection connection;
  ${more}
  public void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    java.sql.Statement statement = connection.createStatement();
    String id = request.getParameter("id");
    ${body}
  }
}
`;
}

describe('data followed through Java', () => {
  test('a parameter in the text of a statement is found, a bound one is not', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    statement.executeQuery(PREFIX + id); // !sql
    statement.executeQuery(PREFIX + Integer.parseInt(id));
    java.sql.PreparedStatement bound = connection.prepareStatement(PREFIX + "?");
    bound.setString(1, id);
    bound.executeQuery();`),
    });
  });

  test('a branch that is never taken passes no data on', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    int limit = 86;
    String safe = (7 * 42) - limit > 200 ? "1" : id;
    statement.executeQuery(PREFIX + safe);
    String other = (7 * 18) + limit > 500 ? "1" : id;
    statement.executeQuery(PREFIX + other); // !sql
    String letters = "ABC";
    String chosen;
    switch (letters.charAt(1)) {
      case 'A': chosen = id; break;
      case 'B': chosen = "fixed"; break;
      default: chosen = id;
    }
    statement.executeQuery(PREFIX + chosen);`),
    });
  });

  test('elements of a list and keys of a map are distinguished', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    List<String> values = new ArrayList<String>();
    values.add("first"); values.add(id); values.add("last");
    values.remove(0);
    statement.executeQuery(PREFIX + values.get(0)); // !sql
    statement.executeQuery(PREFIX + values.get(1));
    Map<String, Object> map = new HashMap<>();
    map.put("a", "fixed");
    map.put("b", id);
    statement.executeQuery(PREFIX + map.get("b")); // !sql
    statement.executeQuery(PREFIX + (String) map.get("a"));`),
    });
  });

  test('a function in another file is followed, also through an interface', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    Cleaner cleaner = new Cleaner();
    statement.executeQuery(PREFIX + cleaner.pass(id)); // !sql
    statement.executeQuery(PREFIX + cleaner.drop(id));
    Step step = Steps.create();
    statement.executeQuery(PREFIX + step.apply(id)); // !sql`),
      'Cleaner.java': `package shop;
class Cleaner {
  String pass(String value) { StringBuilder sb = new StringBuilder(value); sb.append("x"); return sb.toString(); }
  String drop(String value) { String kept = "fixed"; return kept; }
}`,
      'Step.java': 'package shop;\npublic interface Step { String apply(String value); }',
      'Trim.java':
        'package shop;\npublic class Trim implements Step { public String apply(String value) { return value.trim(); } }',
      'Steps.java':
        'package shop;\npublic class Steps { static Step create() { return (Step) load(); } static native Object load(); }',
    });
  });

  test('fields of objects are distinguished', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    Order order = new Order();
    order.note = id;
    order.state = "open";
    statement.executeQuery(PREFIX + order.note); // !sql
    statement.executeQuery(PREFIX + order.state);
    Holder holder = new Holder(id, "fixed");
    statement.executeQuery(PREFIX + holder.getTheirs()); // !sql
    statement.executeQuery(PREFIX + holder.getOurs());`),
      'Order.java': 'package shop;\nclass Order { String note; String state; }',
      'Holder.java': `package shop;
class Holder {
  private final String theirs; private final String ours;
  Holder(String theirs, String ours) { this.theirs = theirs; this.ours = ours; }
  String getTheirs() { return theirs; }
  String getOurs() { return ours; }
}`,
    });
  });

  test('a sanitizer only cleans its own kind', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    String html = org.springframework.web.util.HtmlUtils.htmlEscape(id);
    response.getWriter().println(html);
    response.getWriter().println(id); // !xss
    statement.executeQuery(PREFIX + html); // !sql
    if (id.matches("[a-z0-9]+")) statement.executeQuery(PREFIX + id);
    if (Arrays.asList("a", "b").contains(id)) statement.executeQuery(PREFIX + id);`),
    });
  });

  test('an algorithm named in a properties file is known where it is used', async () => {
    await expectFlows({
      'Orders.java': servlet(`
    Properties settings = new Properties();
    settings.load(getClass().getResourceAsStream("/app.properties"));
    java.security.MessageDigest.getInstance(settings.getProperty("weak", "SHA-512")); // !weak_hash
    java.security.MessageDigest.getInstance(settings.getProperty("strong", "MD5"));
    Cookie cookie = new Cookie("a", "b");
    cookie.setSecure(false);
    response.addCookie(cookie); // !insecure_cookie
    Cookie good = new Cookie("a", "b");
    good.setSecure(true);
    response.addCookie(good);`),
      'app.properties': 'weak=MD5\nstrong=SHA-256\n',
    });
  });

  test('parameters of Spring handlers are data from outside', async () => {
    await expectFlows({
      'Api.java': `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
public class Api {
  private final JdbcTemplate jdbc;
  Api(JdbcTemplate jdbc) { this.jdbc = jdbc; }
  @GetMapping("/orders/{id}")
  public Object one(@PathVariable String id, @RequestParam int page) {
    jdbc.queryForList("SELECT * FROM o LIMIT " + page);
    jdbc.queryForList("SELECT * FROM o WHERE id = ?", id);
    return jdbc.queryForList("SELECT * FROM o WHERE id = '" + id + "'"); // !sql
  }
}`,
    });
  });
});
