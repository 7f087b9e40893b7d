import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('data followed into inline functions', () => {
  test('Kotlin: scope functions, string builders, extensions, predicates and assertions', async () => {
    await expectFlows({
      'Quoted.kt': `package a
fun String.quoted() = "'$this'"
fun String.asNumber() = toLong().toString()
`,
      'Jobs.kt': `package a
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.web.bind.annotation.*
import java.io.File
data class Filter(val status: String?, val count: Int)
@RestController
class Jobs(private val jdbc: JdbcTemplate, private val root: File) {
  @PostMapping("/a") fun a(@RequestBody f: Filter) {
    val sql = buildString {
      append("SELECT * FROM jobs WHERE 1 = 1")
      f.status?.let { append(" AND status = '$it'") }
    }
    jdbc.queryForList(sql) // !sql
    jdbc.queryForList(buildString { append("SELECT * FROM jobs LIMIT "); append(f.count) })
  }
  @GetMapping("/b") fun b(@RequestParam id: String, @RequestParam cols: List<String>) {
    jdbc.queryForList("SELECT * FROM t WHERE id = " + id.quoted()) // !sql
    jdbc.queryForList("SELECT * FROM t WHERE id = " + id.asNumber())
    jdbc.queryForList("SELECT \${cols.joinToString { "t.$it" }} FROM t") // !sql
    jdbc.queryForList("SELECT \${cols.filter { it in setOf("a", "b") }.joinToString { "t.$it" }} FROM t")
    id.takeIf { it.all(Char::isLetterOrDigit) }?.let { jdbc.queryForList("SELECT * FROM t WHERE id = '$it'") }
  }
  @GetMapping("/c") fun c(@RequestParam name: String) {
    with(File(root, name)) {
      readBytes() // !path
    }
    val file = root.resolve(name).canonicalFile
    require(file.startsWith(root)) { "outside" }
    file.readBytes()
  }
}
`,
    });
  });

  test('Rust: handlers by attribute, wrapped types, macros as texts, struct names', async () => {
    await expectFlows({
      'src/main.rs': `use axum::extract::{Path, Query};
use std::process::Command;
struct Find { name: String, limit: i64 }
struct Run { tool: String, args: Vec<String> }
async fn find(q: web::Query<Find>) {
    sqlx::query(&format!("SELECT * FROM t LIMIT {}", q.limit)).fetch_all(&db).await;
    sqlx::query(&format!("SELECT * FROM t WHERE n = '{}'", q.name.trim())).fetch_all(&db).await; // !sql
    let mut text = String::from("SELECT * FROM t WHERE n = ");
    write!(text, "'{}'", q.name)?;
    sqlx::query_as::<_, Row>(&text).fetch_all(&db).await; // !sql
}
async fn run(body: web::Json<Run>) {
    let Run { tool, args } = body.into_inner();
    Command::new(tool).args(args).status().await; // !command
}
#[get("/doc/<name>?<page>")]
fn doc(name: String, page: u32) -> String {
    if name.chars().all(|c| c.is_ascii_alphanumeric()) {
        return fs::read_to_string(format!("/srv/{name}"));
    }
    fs::read_to_string(format!("/srv/{name}/{page}")) // !path
}
`,
    });
  });

  test('Java: filters with a predicate, getters that were checked, constants made of constants', async () => {
    await expectFlows({
      'Pages.java': `package a;
import org.springframework.web.bind.annotation.*;
@RestController
class Pages {
  private static final String MODE = "ECB";
  private static final String ALG = "AES/" + MODE + "/PKCS5Padding";
  @GetMapping("/a") String a(@RequestParam Optional<String> name) {
    Files.readString(Path.of(name.filter(s -> s.matches("[a-z]+")).map(s -> "/srv/" + s).orElse("/srv/index")));
    return Files.readString(Path.of(name.map(s -> "/srv/" + s).orElse("/srv/index"))); // !path
  }
  @GetMapping("/b") void b(Sorting by) {
    String sort = Set.of("id", "name").contains(by.sort()) ? by.sort() : "id";
    jdbcTemplate.queryForList("SELECT * FROM t ORDER BY " + sort);
    jdbcTemplate.queryForList("SELECT * FROM t ORDER BY " + by.sort()); // !sql
    Cipher.getInstance(ALG); // !weak_cipher
  }
  void unpack(ZipInputStream zip, File dir) throws IOException {
    ZipEntry e;
    while ((e = zip.getNextEntry()) != null) {
      File out = new File(dir, e.getName());
      if (!out.getCanonicalPath().startsWith(dir.getCanonicalPath() + File.separator)) throw new IOException("outside");
      new FileOutputStream(out);
    }
  }
}
`,
    });
  });

  test("closures know the types of the outer function's variables; words read from the input", async () => {
    await expectFlows({
      'm.go': `package m

import (
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

func find(p *pgxpool.Pool, c *mongo.Collection) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.Query(r.Context(), "select id from t where n = '"+r.FormValue("n")+"'") // !sql
		p.Query(r.Context(), "select id from t where n = $1", r.FormValue("n"))
		c.Find(r.Context(), bson.M{"n": r.FormValue("n")})
		c.Find(r.Context(), bson.M{"$where": "this.n == '" + r.FormValue("n") + "'"}) // !nosql
	}
}
`,
      'a.cpp': `#include <cstdlib>
#include <iostream>
#include <string>
int main() {
  std::string host;
  std::cin >> host;
  return std::system(("ping " + host).c_str()); // !command
}
`,
      'Find.cs': `using Microsoft.AspNetCore.Mvc;
public class FindController : Controller {
  private readonly IFind _find;
  public FindController(IFind find) { _find = find; }
  public object Get(string city) { return _find.Look(city); }
}
public interface IFind { object Look(string city); }
public class Find : IFind {
  public object Look(string city) { return new SqlCommand("SELECT * FROM p WHERE c = '" + city + "'"); } // !sql
}
`,
    });
  });
});
