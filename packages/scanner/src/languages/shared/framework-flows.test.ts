import { expect, test } from 'vitest';
import { analyzeFiles } from '../../analysis/index.ts';
import { entriesOf, expectFlows } from '../../fixtures/expect-flows.ts';

test('Rails: an action finds in its fields what the filters before it have set, and nothing else', () =>
  expectFlows({
    'app/controllers/application_controller.rb': `class ApplicationController < ActionController::Base
  before_action { @folder = params[:folder] }
end
`,
    'app/controllers/reports_controller.rb': `class ReportsController < ApplicationController
  before_action :load_state, only: %i[index]
  before_action :load_page, except: [:index]

  def index
    Report.where("state = '#{@state}'") # !sql
    Report.where("page = '#{@page}'")
    File.read(@folder) # !path
  end

  def show
    Report.where("state = '#{@state}'")
    Report.where("page = '#{@page}'") # !sql
  end

  private

  def load_state
    @state = params[:state]
  end

  def load_page
    @page = params[:page]
  end
end
`,
  }));

test('Ruby: the groups of the last match are parts of the text, unless the pattern only matches harmless text', () =>
  expectFlows({
    'app.rb': `require 'sinatra'
get '/open' do
  target = params['target']
  halt 400 unless target =~ /host=(.+)/
  system("ping #{$1}") # !command
end
get '/closed' do
  target = params['target']
  halt 400 unless target =~ /\\Ahost=([a-z]+)\\z/
  system("ping #{$1}")
  system("ping #{target}")
end
`,
  }));

test('Java: actions of Struts and beans of JSF hold request data in the fields that have setters for text', () =>
  expectFlows({
    'a/PingAction.java': `package a;
import com.opensymphony.xwork2.ActionSupport;
public class PingAction extends ActionSupport {
  private String host;
  private int count;
  private Tool tool;
  public void setHost(String host) { this.host = host; }
  public void setCount(int count) { this.count = count; }
  public void setTool(Tool tool) { this.tool = tool; }
  public String execute() throws Exception {
    Runtime.getRuntime().exec("ping " + count);
    Runtime.getRuntime().exec("ping " + tool);
    Runtime.getRuntime().exec("ping " + host); // !command
    return SUCCESS;
  }
}
`,
    'a/Own.java': `package a;
import com.opensymphony.xwork2.ActionSupport;
public class Own extends ActionSupport {
}
`,
    'a/Address.java': `package a;
public class Address extends Own {
  private String host;
  public String getHost() { return host; }
  public void setHost(String host) { this.host = host; }
  public String execute() throws Exception {
    String[] command = { "/bin/bash", "-c", "ping " + getHost() };
    Runtime.getRuntime().exec(command); // !command
    return SUCCESS;
  }
}
`,
    'a/FileBean.java': `package a;
@Named @RequestScoped
public class FileBean {
  private String name;
  public void setName(String name) { this.name = name; }
  public String open() throws Exception { return new java.io.FileReader(name).toString(); } // !path
}
`,
    'a/Plain.java': `package a;
import java.io.FileReader;
public class Plain {
  private String name;
  public void setName(String name) { this.name = name; }
  public String open() throws Exception { return new FileReader(name).toString(); }
}
`,
  }));

test('C#: an endpoint gets records whose names end in Request from the request, out parameters hold the data passed in, and a number is not text', () =>
  expectFlows({
    'Api.cs': `public record AvatarRequest(string Url);
public static class Api {
  public static void Map(WebApplication app, HttpClient client, IDbConnection db) {
    app.MapPost("/avatars", async (AvatarRequest request) => {
      if (!Uri.TryCreate(request.Url, UriKind.Absolute, out var address)) return;
      await client.GetAsync(address); // !ssrf
      await db.QueryAsync<Row>(new CommandDefinition("select * from t where u = '" + request.Url + "'", new { id = 1 })); // !sql
      await db.QueryAsync<Row>(new CommandDefinition("select * from t where u = @u", new { u = request.Url }));
      await db.QueryAsync<Row>("select * from t limit " + Size(request.Url));
    });
  }
  static int Size(string text) { return text.Length + Other.Of(text); }
}
`,
  }));

test('PHP: a form request reads itself', () =>
  expectFlows({
    'ListInvoices.php': `<?php
class ListInvoices extends FormRequest {
  public function sort(): string { return $this->input('sort', 'date'); }
}
class InvoiceController {
  public function index(ListInvoices $request) {
    return DB::table('invoices')->orderByRaw($request->sort() . ' desc')->get(); // !sql
  }
}
`,
  }));

test('Kotlin: generic functions and extensions of generic types are found by name, also from other files', async () => {
  const db = `package db
inline fun <T> Connection.choose(sql: String, map: (ResultSet) -> T): T =
    createStatement().use { statement -> map(statement.executeQuery(sql)) } // !sql
fun <A, B : List<Map<A, B>>> Map<A, List<B>>?.third(a: A): B = this[a]
`;
  await expectFlows({
    'db/Jdbc.kt': db,
    'web/Members.kt': `package web
import db.choose
@RestController
class Members(private val source: DataSource) {
    @GetMapping("/members")
    fun members(@RequestParam team: String) = source.connection.use { c ->
        c.choose("SELECT name FROM members WHERE team = '$team'") { it.getString(1) }
    }
}
`,
  });
  const index = await analyzeFiles(entriesOf({ 'db/Jdbc.kt': db }));
  expect(index.files[0]?.functions.map((one) => one.name)).toEqual(['choose', 'third']);
});
