import { test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

test('what PHP determines about an upload is trusted, the name from the client is not', () =>
  expectFlows({
    'upload.php': `<?php
$kept = $_FILES['file']['tmp_name'];
getimagesize($kept);
file_get_contents($_FILES['file']['tmp_name']);
unlink('/srv/' . $_FILES['file']['name']); // !path
proc_open(['ls', $_GET['folder']], $descriptors, $pipes);
proc_open('ls ' . $_GET['folder'], $descriptors, $pipes); // !command
usort($rows, $_GET['by']); // !code
Rule::unique('users')->ignore($_GET['id']); // !sql
file(basename($_GET['page'])); 
hash_file('sha256', '/srv/' . $_GET['page']); // !path
`,
  }));

test('expressions of go-pg and Bun are part of the statement', () =>
  expectFlows({
    'store.go': `package store

import (
	"net/http"

	"github.com/go-pg/pg/v10"
)

func list(w http.ResponseWriter, r *http.Request, db *pg.DB) {
	db.Model(&books).Where("age = " + r.FormValue("age")).Select() // !sql
	db.Model(&books).Where("age = ?", r.FormValue("age")).Select()
	db.QueryOne(&book, "select * from books where name = '" + r.FormValue("name") + "'") // !sql
	db.NewSelect().Model(&books).OrderExpr("name " + r.FormValue("order")).Scan(ctx) // !sql
}
`,
  }));

test('data written as JSON or as a field of a structured log cannot escape from the page or line', () =>
  expectFlows({
    'show.go': `package show

import (
	"encoding/json"
	"log"
	"log/slog"
	"net/http"
)

func show(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	data, _ := json.Marshal(name)
	w.Write(data)
	slog.Warn("asked", "name", name)
	slog.Warn("asked " + name) // !log
	log.Printf("asked %s", name) // !log
	log.Printf("asked %s", data)
}
`,
  }));

test('PHP adds numbers and concatenates with a dot; the output of a program may be untrusted', () =>
  expectFlows({
    'run.php': `<?php
$count = $_GET['count'];
$count += 0;
system('head -n ' . $count . ' list.txt');
$name = 'a';
$name .= $_GET['name'];
system('head ' . $name); // !command
mysql_query("select * from t where a = '" . shell_exec('date') . "'"); // !sql
$plain = preg_replace('/[^a-z_\\ -]/', '', $_GET['plain']);
system('head ' . $plain);
`,
  }));

test('data that Java reads from a record, a setting or a socket is followed, properties of the machine are not', () =>
  expectFlows({
    'src/main/java/app/Sink.java': `package app;
import java.sql.*;
import java.net.*;
import java.io.*;

public class Sink {
  void run(Connection connection, ResultSet resultSet) throws Exception {
    Statement statement = connection.createStatement();
    statement.execute("select * from t where a = '" + resultSet.getString(1) + "'"); // !sql
    statement.execute("select * from t where a = '" + System.getProperty("shop.table") + "'"); // !sql
    statement.execute("select * from t where a = '" + System.getProperty("user.name") + "'");
    Socket socket = new Socket("example.test", 9);
    BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), "UTF-8"));
    System.out.format(reader.readLine()); // !format
  }
}
`,
    'src/main/java/app/Show.java': `package app;
import java.net.URLEncoder;
import javax.servlet.http.*;

public class Show extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String name = request.getParameter("name");
    response.setHeader("Location", "/page?lang=" + name); // !header
    response.setHeader("Location", name); // !redirect
    response.setHeader("Location", "/page?lang=" + URLEncoder.encode(name, "UTF-8"));
    response.getWriter().println(name.replaceAll("(<script>)", "")); // !xss
    response.getWriter().println(name.replaceAll("[<>\\"']", ""));
  }
}
`,
  }));

test('a password in the code is reported where it is used, however it gets there', () =>
  expectFlows({
    'src/main/java/app/Login.java': `package app;
import java.net.PasswordAuthentication;
import java.sql.DriverManager;
import javax.crypto.spec.SecretKeySpec;

public class Login {
  void run(String given) throws Exception {
    String kept = "7e5tc4s3";
    DriverManager.getConnection("jdbc:x", "root", kept); // !hardcoded_secret
    DriverManager.getConnection("jdbc:x", "root", given);
    new PasswordAuthentication("user", kept.toCharArray()); // !hardcoded_secret
    new PasswordAuthentication("user", given.toCharArray());
    new SecretKeySpec(kept.getBytes("UTF-8"), "AES"); // !hardcoded_secret
    new SecretKeySpec(given.getBytes("UTF-8"), "AES");
  }
}
`,
  }));

test('data after the program’s own address chooses no host; after its scheme, or before its end, it does', () =>
  expectFlows({
    'app.js': `const express = require('express');
const axios = require('axios');
const settings = require('settings').load();
const app = express();
app.get('/a', async (req, res) => res.json((await axios.get(settings.api + '/users/' + req.params.id)).data));
app.get('/b', async (req, res) => res.json((await axios.get(\`\${settings.api}?id=\${req.query.id}\`)).data));
app.get('/c', async (req, res) => res.json((await axios.get(settings.scheme + '://' + req.query.host)).data)); // !ssrf
app.get('/d', async (req, res) => res.json((await axios.get(settings.api + req.query.path)).data)); // !ssrf
app.get('/e', async (req, res) => res.json((await axios.get(req.query.api + '/users')).data)); // !ssrf
const under = (path) => (settings.site + path).replace(/\\/+$/, ''); // !slow_match
app.get('/f', (req, res) => res.redirect(under('/orders/' + req.params.id)));
app.get('/f', (req, res) => res.redirect(settings.site + '/login?next=' + req.query.next));
app.get('/g', (req, res) => res.redirect(settings.site + req.query.next)); // !redirect
`,
    'go.php': `<?php
header("Location: " . BASE_URL . "/login?next=" . $_GET['next']);
header("Location: " . $_GET['site'] . "/login"); // !redirect
header("Location: " . $settings->site . $_GET['next']); // !redirect
`,
  }));
