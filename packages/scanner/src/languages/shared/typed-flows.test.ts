import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('data followed by declared types, through buffers and pointers', () => {
  test('Go: struct fields, interfaces, builders, formats with numbers, checked paths', async () => {
    await expectFlows({
      'go.mod': 'module acme.example/app\n\ngo 1.22\n',
      'box/box.go': `package box

import (
	"database/sql"
	"fmt"
	"strings"
)

type Finder interface{ Look(val string, n int) }

type shelf struct{ held *sql.DB }

func (s *shelf) Look(val string, n int) {
	var sb strings.Builder
	fmt.Fprintf(&sb, "SELECT * FROM t WHERE a = '%s'", val)
	s.held.Query(sb.String()) // !sql
	s.held.Query(fmt.Sprintf("SELECT * FROM t LIMIT %d", n))
	s.held.Query("SELECT * FROM t WHERE a = " + "'" + strings.ReplaceAll(val, "'", "''") + "'")
}
`,
      'main.go': `package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"acme.example/app/box"
)

type server struct{ finder box.Finder }

func (s server) find(w http.ResponseWriter, r *http.Request) {
	s.finder.Look(r.FormValue("a"), len(r.FormValue("b")))
	queue := make(chan string, 1)
	queue <- r.FormValue("c")
	exec.Command("sh", "-c", <-queue).Run() // !command
	exec.Command("sh", "-c", "echo $1", "--", r.FormValue("c")).Run()
	full := filepath.Join("/srv", r.FormValue("d"))
	rel, err := filepath.Rel("/srv", full)
	os.Open(full) // !path
	if err != nil || strings.HasPrefix(rel, "..") {
		return
	}
	os.Open(full)
	w.Header().Set("Location", r.FormValue("e")) // !redirect
}
`,
    });
  });

  test('C#: bound properties, scalars of records, argument lists of programs', async () => {
    await expectFlows({
      'Page.cshtml.cs': `using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
public record Wish(string Name, int Count);
public class ShowModel : PageModel {
  [BindProperty(SupportsGet = true)] public string File { get; set; } = "";
  private readonly ShopDb _db;
  public IActionResult OnGet([FromQuery] Wish wish) {
    System.IO.File.ReadAllText("/srv/" + File); // !path
    _db.Database.ExecuteSqlRaw("DELETE FROM t WHERE n = " + wish.Count);
    _db.Database.ExecuteSqlRaw("DELETE FROM t WHERE n = '" + wish.Name + "'"); // !sql
    var info = new ProcessStartInfo("git") { ArgumentList = { "log", wish.Name } };
    Process.Start(info);
    Process.Start(new ProcessStartInfo { FileName = "sh", Arguments = "-c " + wish.Name }); // !command
    return Page();
  }
}
`,
    });
  });

  test('PHP: escaping only protects inside quotes; lists of numbers and patterns on elements are safe', async () => {
    await expectFlows({
      'a.php': `<?php
$in = array_merge($_GET, $_POST);
$link = mysqli_connect('h', getenv('U'), getenv('P'));
$id = mysqli_real_escape_string($link, $in['id']);
mysqli_query($link, "SELECT * FROM t WHERE id = $id"); // !sql
mysqli_query($link, "SELECT * FROM t WHERE id = '$id'");
$ids = implode(',', array_map('intval', $in['ids']));
mysqli_query($link, "SELECT * FROM t WHERE id IN ($ids)");
if (preg_match('/^[a-z]{1,12}$/', $in['mod'])) {
    include 'mods/' . $in['mod'] . '.php';
}
include 'mods/' . $in['mod'] . '.php'; // !path
printf('<p>%d</p>', $in['n']);
`,
    });
  });

  test('C: what a function writes through a pointer reaches its caller', async () => {
    await expectFlows(
      {
        'a.c': `#include <stdio.h>
static int line(int fd, char *out, int cap) {
  int n = recv(fd, out, cap - 1, 0);
  if (n <= 0) return -1;
  out[n] = 0;
  return 0;
}
void serve(int fd) {
  char text[64];
  if (line(fd, text, sizeof text) < 0) return;
  printf(text); // !format
  printf("%s", text);
  char *list[] = {"/bin/ls", text, NULL};
  execv("/bin/ls", list);
}
`,
      },
      ['path'],
    );
  });

  test('Kotlin: intents, Ktor, and a file that is compared after it is complete', async () => {
    await expectFlows({
      'A.kt': `package app
import android.app.Activity
class Show : Activity() {
  override fun onCreate(state: Bundle?) {
    val id = intent.getStringExtra("id")
    db.rawQuery("SELECT * FROM t WHERE id = '$id'", null) // !sql
    db.rawQuery("SELECT * FROM t WHERE id = ?", arrayOf(id))
  }
}
fun Application.files() {
  routing {
    get("/f") {
      val f = call.request.queryParameters["f"]!!
      val target = File(base, f).canonicalFile
      if (!target.path.startsWith(base.path)) return@get
      call.respondFile(target)
      call.respondRedirect(f) // !redirect
    }
  }
}
`,
    });
  });

  test('C++: objects constructed in place, fields set by constructors, string and file streams', async () => {
    await expectFlows({
      'src/shelf.hpp': `#include <fstream>
#include <string>

class Shelf {
public:
    explicit Shelf(std::string root) : root_(std::move(root)) {}
    void show(const std::string& name) const {
        std::ifstream in(root_ + "/" + name, std::ios::binary); // !path
        std::ifstream fixed(root_ + "/index", std::ios::binary);
    }
private:
    std::string root_;
};
`,
      'src/main.cpp': `#include <httplib.h>
#include "shelf.hpp"

class Runner {
    std::string host_;
public:
    void set(const std::string& h) { host_ = h; }
    int run() { return system(("ping " + host_).c_str()); } // !command
};

int main() {
    httplib::Server svr;
    Shelf shelf("/srv");
    svr.Get("/a", [&](const httplib::Request& req, httplib::Response& res) {
        shelf.show(req.get_param_value("a"));
        Runner r;
        r.set(req.get_param_value("b"));
        r.run();
        std::ostringstream out;
        out << "<p>" << req.get_param_value("c") << "</p>";
        res.set_content(out.str(), "text/html"); // !xss
        std::ostringstream fixed;
        fixed << "<p>" << 1 << "</p>";
        res.set_content(fixed.str(), "text/html");
    });
}
`,
    });
  });

  test('Go: names in an archive, queries of sqlx, uploaded files; Rust: the trait in a counted pointer', async () => {
    await expectFlows({
      'a.go': `package a

import (
	"archive/zip"
	"os"
	"path/filepath"

	"github.com/gin-gonic/gin"
	"github.com/jmoiron/sqlx"
)

func put(dest string, entry *zip.File) {
	os.Create(filepath.Join(dest, entry.Name)) // !path
	os.Create(filepath.Join(dest, filepath.Base(entry.Name)))
	os.Create(filepath.Join(dest, filepath.Clean("/"+entry.Name)))
	os.Create(filepath.Join(dest, filepath.Clean(entry.Name))) // !path
}

func list(c *gin.Context, db *sqlx.DB) {
	var out []string
	db.SelectContext(c, &out, "SELECT a FROM t ORDER BY "+c.Query("by")) // !sql
	db.SelectContext(c, &out, "SELECT a FROM t WHERE a = $1", c.Query("a"))
	file, _ := c.FormFile("f")
	c.SaveUploadedFile(file, "/srv/fixed")
}
`,
      'src/main.rs': `use axum::extract::{Path, State};
use std::sync::Arc;
pub trait Store {
    fn fetch_part(&self, key: &str) -> Vec<u8>;
}
pub struct Disk { root: PathBuf }
impl Store for Disk {
    fn fetch_part(&self, key: &str) -> Vec<u8> {
        std::fs::read(self.root.join(key)).unwrap() // !path
    }
}
pub async fn part(State(st): State<Arc<dyn Store + Send + Sync>>, Path(key): Path<String>) -> Vec<u8> {
    st.fetch_part(&key)
}
`,
    });
  });
});
