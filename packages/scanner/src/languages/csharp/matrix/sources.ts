import type { MatrixSource } from '../../../fixtures/flow-matrix.ts';

const handler = 'public void Answer(HttpRequest incoming, HttpResponse outgoing)';

/** What lies on the disk or was kept counts where whoever put it there gains by it. */
const kept = ['sql', 'command', 'path', 'ldap', 'xpath', 'redirect'];
const given = ['sql', 'command', 'ldap', 'xpath', 'xss', 'deserialization'];

/** What platforms of .NET, old and new, bring in from outside. */
export const sources: readonly MatrixSource[] = [
  { name: 'QueryString of a parameter', method: handler, code: 'string data = incoming.QueryString["id"];' },
  { name: 'Params.Get of a parameter', method: handler, code: 'string data = incoming.Params.Get("id");' },
  {
    name: 'collection in a variable',
    method: handler,
    code: 'NameValueCollection given = incoming.Form; string data = given["id"];',
  },
  {
    name: 'values of a collection',
    method: handler,
    code: 'NameValueCollection given = incoming.Headers; string data = given.GetValues("id")[0];',
  },
  {
    name: 'cookies in a variable',
    method: handler,
    code: 'HttpCookieCollection jar = incoming.Cookies; HttpCookie one = jar["a"]; string data = one.Value;',
  },
  {
    name: 'RawUrl of a context',
    method: 'public void ProcessRequest(HttpContext c)',
    code: 'string data = c.Request.RawUrl;',
  },
  {
    name: 'current context',
    code: 'var asked = HttpContext.Current.Request; string data = asked.Params["a"];',
  },
  { name: 'page', bases: ': System.Web.UI.Page', code: 'string data = Request.Form["a"];' },
  {
    name: 'listener',
    members: 'private readonly HttpListener ears = new HttpListener();',
    code: 'HttpListenerContext turn = ears.GetContext(); HttpListenerRequest asked = turn.Request; string data = asked.QueryString["a"];',
  },
  {
    name: 'body of a listener',
    method: 'public void Serve(HttpListenerContext turn)',
    code: 'var asked = turn.Request; using var pen = new StreamReader(asked.InputStream, asked.ContentEncoding); string data = pen.ReadToEnd();',
  },
  {
    name: 'request in a field',
    members: 'private readonly HttpRequest asked; public Main#(HttpRequest given) { asked = given; }',
    code: 'string data = asked.Query["a"];',
  },
  {
    name: 'request in a property',
    members: 'protected HttpRequestBase Asked { get; set; }',
    code: 'string data = Asked.Headers["a"];',
  },
  {
    name: 'request from a method of its own',
    members:
      'private IHttpContextAccessor reach; private HttpRequest Current() { return reach.HttpContext.Request; }',
    code: 'var now = Current(); string data = now.Headers["a"];',
  },
  {
    name: 'text box',
    members: 'protected System.Web.UI.WebControls.TextBox Name;',
    code: 'string data = Name.Text;',
  },
  { name: 'list box', members: 'protected ListBox Choice;', code: 'string data = Choice.SelectedValue;' },
  {
    name: 'action of a class with another base',
    bases: ': ShopThings',
    method: '[HttpGet("find")] public IActionResult Find(string data)',
    code: '',
  },
  {
    name: 'controller by attribute',
    marks: '[ApiController] [Route("a")]',
    method: 'public string Find(string data)',
    code: '',
  },
  {
    name: 'lambda of a small service',
    method: 'public static void Map(WebApplication app)',
    code: 'app.MapGet("/a", (string data) => {',
    tail: '});',
  },
  {
    name: 'form collection of ASP.NET Core',
    method: 'public void Take(IFormCollection fields)',
    code: 'string data = fields["a"];',
  },
  {
    name: 'name of a file',
    method: 'public void Take(IFormFile sent)',
    code: 'string data = sent.FileName;',
  },
  {
    name: 'content of a file',
    method: 'public async Task Take(IFormFile sent)',
    code: 'using var pen = new StreamReader(sent.OpenReadStream()); string data = await pen.ReadToEndAsync();',
  },
  {
    name: 'posted file',
    method: 'public void Take(HttpPostedFile sent)',
    code: 'string data = sent.FileName;',
  },
  {
    name: 'query collection',
    method: 'public void Take(HttpContext turn)',
    code: 'IQueryCollection asked = turn.Request.Query; string data = asked["a"].ToString();',
  },
  {
    name: 'route values',
    method: 'public void Take(HttpContext turn)',
    code: 'string data = (string)turn.GetRouteValue("a");',
  },
  {
    name: 'Azure function',
    method: '[Function("f")] public HttpResponseData Run([HttpTrigger] HttpRequestData asked)',
    code: 'string data = HttpUtility.ParseQueryString(asked.Url.Query)["a"];',
  },
  {
    name: 'body of an Azure function',
    method: '[Function("f")] public async Task Run([HttpTrigger] HttpRequestData asked)',
    code: 'string data = await asked.ReadAsStringAsync();',
  },
  {
    name: 'queue of an Azure function',
    method: '[Function("f")] public void Run([QueueTrigger("a")] string data)',
    code: '',
  },
  {
    name: 'request message',
    method: 'public async Task Take(HttpRequestMessage asked)',
    code: 'string data = await asked.Content.ReadAsStringAsync();',
  },
  {
    name: 'contract of a service',
    bases: ': IDesk#',
    method: 'public string Find(string data)',
    code: '',
    beside: '[ServiceContract] public interface IDesk# { [OperationContract] string Find(string data); }',
  },
  { name: 'web method', method: '[WebMethod] public string Find(string data)', code: '' },
  { name: 'hub', bases: ': Hub<IDesk#>', method: 'public Task Say(string data)', code: '' },
  {
    name: 'remote procedure',
    bases: ': Desk.DeskBase',
    method: 'public override Task<Answer> Say(Words said, ServerCallContext turn)',
    code: 'string data = said.Name;',
  },
  {
    name: 'bound property',
    members: '[BindProperty] public string Name { get; set; }',
    code: 'string data = Name;',
  },
  {
    name: 'client of TCP',
    code: 'TcpClient line = new TcpClient("h", 1); StreamReader pen = new StreamReader(line.GetStream()); string data = pen.ReadLine();',
  },
  {
    name: 'listener of TCP',
    code: 'TcpListener ears = new TcpListener(1); TcpClient line = ears.AcceptTcpClient(); NetworkStream flow = line.GetStream(); byte[] room = new byte[9]; int n = flow.Read(room, 0, 9); string data = Encoding.UTF8.GetString(room, 0, n);',
  },
  {
    name: 'socket',
    method: 'public void Take(Socket line)',
    code: 'byte[] room = new byte[9]; line.Receive(room); string data = Encoding.ASCII.GetString(room);',
  },
  {
    name: 'datagram',
    method: 'public void Take(UdpClient line, IPEndPoint from)',
    code: 'byte[] room = line.Receive(ref from); string data = Encoding.ASCII.GetString(room);',
  },
  {
    name: 'message of a bus',
    bases: ': IConsumer<Order#>',
    method: 'public Task Consume(ConsumeContext<Order#> turn)',
    code: 'string data = turn.Message.Name;',
  },
  {
    name: 'message of a service bus',
    method: 'public Task Take(ServiceBusReceivedMessage one)',
    code: 'string data = one.Body.ToString();',
  },
  {
    name: 'delivery of a broker',
    method: 'public void Take(object from, BasicDeliverEventArgs one)',
    code: 'string data = Encoding.UTF8.GetString(one.Body.ToArray());',
  },
  { name: 'console', code: 'string data = Console.ReadLine();' },
  { name: 'reader of the console', code: 'string data = Console.In.ReadToEnd();' },
  { name: 'environment', code: 'string data = Environment.GetEnvironmentVariable("A");' },
  {
    name: 'arguments',
    kinds: given,
    method: 'public static void Main(string[] args)',
    code: 'string data = args[0];',
  },
  { name: 'file', kinds: kept, code: 'string data = File.ReadAllText("/etc/a");' },
  {
    name: 'reader of a file',
    kinds: kept,
    code: 'string data = ""; using (StreamReader pen = new StreamReader("a.txt")) { data = pen.ReadLine(); }',
  },
  {
    name: 'answer of a server',
    kinds: kept,
    code: 'string data = ""; using (WebClient web = new WebClient()) { using (StreamReader pen = new StreamReader(web.OpenRead("http://h/"))) { data = pen.ReadLine(); } }',
  },
  {
    name: 'answer of an old client',
    kinds: kept,
    code: 'HttpWebResponse told = (HttpWebResponse)WebRequest.Create("http://h/").GetResponse(); string data = new StreamReader(told.GetResponseStream()).ReadToEnd();',
  },
  {
    name: 'record by number',
    kinds: kept,
    method: 'public void Take(SqlConnection line)',
    code: 'SqlCommand ask = new SqlCommand("select a from b", line); SqlDataReader rows = ask.ExecuteReader(); string data = rows.GetString(0);',
  },
  {
    name: 'record by name',
    kinds: kept,
    method: 'public void Take(IDataReader rows)',
    code: 'string data = rows["name"].ToString();',
  },
];
