import { describe, test } from 'vitest';
import { expectFlows } from '../testing/expect-flows.ts';

describe('data followed by declared types, through buffers and pointers', () => {
  test('Go: fields of structs, interfaces, builders, formats with numbers, paths that are checked', async () => {
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

  test('PHP: escaping counts inside of quotes alone; lists of numbers and patterns on elements are safe', async () => {
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

  test('C: what a function writes through a pointer is its caller’s', async () => {
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

  test('Kotlin: intents, Ktor, and a file that is compared once it is whole', async () => {
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
});
