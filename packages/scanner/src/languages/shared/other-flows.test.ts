import { describe, expect, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('data followed through Go', () => {
  test('handlers, helpers of the package, fields, elements and dead branches', async () => {
    await expectFlows({
      'main.go': `package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strconv"
)

type Store struct {
	db *sql.DB
}

func (s *Store) Find(name string) {
	s.db.Query("SELECT * FROM t WHERE n = '" + name + "'") // !sql
	s.db.Query("SELECT * FROM t WHERE n = $1", name)
}

type Box struct {
	theirs string
	ours   string
}

func handler(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	store := &Store{}
	store.Find(name)
	exec.Command("sh", "-c", "ls "+name).Run() // !command
	exec.Command("ls", name).Run()
	fmt.Fprintf(w, "<b>%s</b>", r.FormValue("x")) // !xss
	n, _ := strconv.Atoi(name)
	exec.Command("sh", "-c", fmt.Sprintf("ls %d", n)).Run()
	box := Box{theirs: name, ours: "ls"}
	exec.Command("sh", "-c", box.ours).Run()
	exec.Command("sh", "-c", box.theirs).Run() // !command
	list := []string{"ls", name}
	exec.Command("sh", "-c", list[0]).Run()
	exec.Command("sh", "-c", list[1]).Run() // !command
	m := map[string]string{"a": "ls", "b": name}
	exec.Command("sh", "-c", m["a"]).Run()
	exec.Command("sh", "-c", m["b"]).Run() // !command
	command := "ls"
	if 3 > 4 {
		command = name
	}
	exec.Command("sh", "-c", command).Run()
	exec.Command("sh", "-c", pass(name)).Run() // !command
	var body struct{ Name string }
	json.NewDecoder(r.Body).Decode(&body)
	exec.Command("sh", "-c", body.Name).Run() // !command
}
`,
      'pass.go': 'package main\n\nfunc pass(value string) string {\n\treturn value\n}\n',
    });
  });
});

describe('data followed through C#', () => {
  test('a class with the name of a library class is followed to the end', async () => {
    const fields = ['Items', 'Brands', 'Types', 'Basket'].map(
      (name) => `    public List<${name}> ${name} { get; set; } = new List<${name}>();`,
    );
    const index = await expectFlows({
      'List.cs': `namespace Shop {
  public class List : Page {
${fields.join('\n')}
    public IActionResult Get(string id) {
      var command = new SqlCommand("SELECT * FROM o WHERE id = " + Request.Query["id"]); // !sql
      return Page();
    }
  }
}
`,
    });
    expect(index.files.map(({ status }) => status)).toEqual(['full']);
  });

  test('controllers, services, fields, lists and sanitizers', async () => {
    await expectFlows({
      'OrdersController.cs': `using System.Data.SqlClient;
using Microsoft.AspNetCore.Mvc;
namespace Shop {
  public class OrdersController : Controller {
    private readonly Repository _repository = new Repository();
    [HttpGet("{id}")]
    public IActionResult Get(string id, int page) {
      _repository.Find(id);
      var command = new SqlCommand("SELECT * FROM o WHERE id = " + id); // !sql
      var ok = new SqlCommand("SELECT * FROM o LIMIT " + page);
      System.Diagnostics.Process.Start("cmd", $"/c {id}"); // !command
      System.IO.File.ReadAllText("/srv/" + id); // !path
      System.IO.File.ReadAllText("/srv/" + Path.GetFileName(id));
      var list = new List<string> { "a", id };
      new SqlCommand("SELECT " + list[0]);
      new SqlCommand("SELECT " + list[1]); // !sql
      var map = new Dictionary<string, string>();
      map["a"] = "x";
      map["b"] = id;
      new SqlCommand("SELECT " + map["a"]);
      new SqlCommand("SELECT " + map["b"]); // !sql
      string bar;
      if (7 * 42 - 86 > 200) { bar = "x"; } else { bar = id; }
      new SqlCommand("SELECT " + bar);
      return Redirect(id); // !redirect
    }
  }
}
`,
      'Repository.cs': `namespace Shop {
  public class Repository {
    public void Find(string name) {
      var connection = new SqlConnection("x");
      var command = connection.CreateCommand();
      command.CommandText = "SELECT * FROM users WHERE name = '" + name + "'"; // !sql
    }
  }
}
`,
    });
  });
});

describe('data followed through PHP', () => {
  test('superglobals, functions of other files, classes, arrays and sanitizers', async () => {
    await expectFlows({
      'index.php': `<?php
require_once 'helpers.php';
$id = $_GET['id'];
$db = new mysqli('a', 'b');
$db->query("SELECT * FROM t WHERE id = $id"); // !sql
$db->query("SELECT * FROM t WHERE id = " . intval($id));
mysqli_query($db, "SELECT * FROM t WHERE id = '" . mysqli_real_escape_string($db, $id) . "'");
echo "<b>" . $id . "</b>"; // !xss
echo htmlspecialchars($id);
system('ls ' . $id); // !command
system('ls ' . escapeshellarg($id));
$list = array('a', $id);
system($list[0]);
system($list[1]); // !command
$map = ['a' => 'x', 'b' => $id];
system($map['a']);
system($map['b']); // !command
$bar = 3 > 4 ? $id : 'x';
system($bar);
system(wrap($id)); // !command
system(fixed($id));
$box = new Box($id);
system($box->getTheirs()); // !command
system($box->ours);
if (in_array($id, ['a', 'b'])) { system($id); }
unserialize($_COOKIE['c']); // !deserialization
`,
      'helpers.php': `<?php
function wrap($value) { return 'ls ' . $value; }
function fixed($value) { return 'ls'; }
class Box {
  private $theirs;
  public $ours = 'x';
  public function __construct($theirs) { $this->theirs = $theirs; }
  public function getTheirs() { return $this->theirs; }
}
`,
    });
  });
});

describe('data followed through Ruby', () => {
  test('Rails controllers: queries, commands, fields and sanitizers', async () => {
    await expectFlows({
      'users_controller.rb': `class UsersController < ApplicationController
  def show
    name = params[:name]
    User.where("name = '#{name}'") # !sql
    User.where("name = ?", name)
    system("ls #{name}") # !command
    system("ls", Shellwords.escape(name))
    list = ["a", name]
    system("ls " + list[0])
    system("ls " + list[1]) # !command
    redirect_to params[:url] # !redirect
    system("ls " + helper(name)) # !command
    Marshal.load(params[:data]) # !deserialization
  end

  def helper(value)
    value.strip
  end
end
`,
    });
  });
});

describe('data followed through Kotlin', () => {
  test('Spring handlers in Kotlin', async () => {
    await expectFlows({
      'Api.kt': `package shop
import org.springframework.web.bind.annotation.*
@RestController
class Api(private val jdbc: JdbcTemplate) {
  @GetMapping("/x")
  fun one(@RequestParam name: String, @RequestParam page: Int): Any {
    jdbc.queryForList("SELECT * FROM o LIMIT $page")
    val query = "SELECT * FROM o WHERE n = '$name'"
    jdbc.queryForList(query) // !sql
    val fixed = if (3 > 4) name else "x"
    jdbc.queryForList("SELECT " + fixed)
    return jdbc.queryForList("SELECT * FROM o WHERE n = ?", name)
  }
}
`,
    });
  });
});

describe('data followed through Rust and C', () => {
  test('arguments and the environment into commands and formats', async () => {
    await expectFlows({
      'main.rs': `use std::env;
use std::process::Command;
fn main() {
    let name = env::var("NAME").unwrap();
    Command::new("sh").arg("-c").arg(format!("ls {}", name)).output().unwrap(); // !command
    Command::new("ls").arg(&name).output().unwrap();
}
`,
      'main.c': `#include <stdlib.h>
#include <stdio.h>
int main(int argc, char **argv) {
  char *name = getenv("NAME");
  system(name); // !command
  system("ls");
  printf(name); // !format
  printf("%s", name);
  char line[80];
  char command[99];
  fgets(line, 80, stdin);
  sprintf(command, "ls %s", line);
  system(command); // !command
  sprintf(command, "ls %s", "fixed");
  return 0;
}
`,
    });
  });
});

describe('data followed across files', () => {
  test('methods declared outside their type, and fields of whole objects from requests', async () => {
    await expectFlows({
      'shop/types.go': `package shop
type Profile struct { Uid int }
func NewProfile() *Profile { return &Profile{} }
`,
      'shop/queries.go': `package shop
import ("database/sql"; "fmt")
var DB *sql.DB
func (p *Profile) Load(uid string) {
	DB.Query(fmt.Sprintf("SELECT n FROM u WHERE id=%s", uid)) // !sql
}
func (p *Profile) LoadSafely(uid string) {
	DB.Query("SELECT n FROM u WHERE id=?", uid)
}
`,
      'shop/handler.go': `package shop
import "net/http"
func show(w http.ResponseWriter, r *http.Request) {
	p := NewProfile()
	p.Load(r.FormValue("uid"))
	p.LoadSafely(r.FormValue("uid"))
}
`,
      'Hooks.java': `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
class Hooks {
  private final RestTemplate rest = new RestTemplate();
  @PostMapping("/hook")
  String call(@RequestBody Hook hook) {
    return rest.getForObject(hook.getUrl(), String.class); // !ssrf
  }
  @PostMapping("/fixed")
  String fixed(@RequestBody Hook hook) {
    return rest.getForObject(hook.getHome(), String.class);
  }
}
`,
      'Hook.java': `package shop;
public class Hook {
  private String url;
  private static final String HOME = "https://a.example";
  public String getUrl() { return url; }
  public String getHome() { return HOME; }
}
`,
    });
  });
});
