import type { MatrixSource } from '../../../fixtures/flow-matrix.ts';

const servlet =
  'public void answer(HttpServletRequest incoming, HttpServletResponse outgoing) throws Exception';

/** What lies on the disk or was kept counts where whoever put it there gains by it. */
const kept = ['sql', 'command', 'path', 'ldap', 'xpath', 'redirect'];
const given = ['sql', 'command', 'ldap', 'xpath', 'xss', 'deserialization'];

/** What platforms of Java, old and new, bring in from outside. */
export const sources: readonly MatrixSource[] = [
  { name: 'parameter of a servlet', method: servlet, code: 'String data = incoming.getParameter("id");' },
  { name: 'header', method: servlet, code: 'String data = incoming.getHeader("id");' },
  {
    name: 'word of a query string',
    method: servlet,
    code: 'String data = ""; StringTokenizer words = new StringTokenizer(incoming.getQueryString(), "&"); while (words.hasMoreTokens()) { String word = words.nextToken(); if (word.startsWith("id=")) { data = word.substring(3); break; } }',
  },
  {
    name: 'names of headers',
    method: servlet,
    code: 'Enumeration<String> all = incoming.getHeaderNames(); String data = all.nextElement();',
  },
  {
    name: 'cookie',
    method: servlet,
    code: 'Cookie[] jar = incoming.getCookies(); Cookie one = jar[0]; String data = one.getValue();',
  },
  {
    name: 'map of parameters',
    method: servlet,
    code: 'Map<String, String[]> all = incoming.getParameterMap(); String data = all.get("id")[0];',
  },
  {
    name: 'reader',
    method: servlet,
    code: 'BufferedReader pen = incoming.getReader(); String data = pen.readLine();',
  },
  {
    name: 'part',
    method: servlet,
    code: 'Part one = incoming.getPart("a"); String data = one.getSubmittedFileName();',
  },
  {
    name: 'wrapper in a variable',
    method: servlet,
    code: 'HttpServletRequestWrapper more = new HttpServletRequestWrapper(incoming); String data = more.getParameter("a");',
  },
  {
    name: 'request in a field',
    members:
      'private final HttpServletRequest asked; public Main#(HttpServletRequest given) { asked = given; }',
    code: 'String data = asked.getQueryString();',
  },
  {
    name: 'request from a method of its own',
    members:
      'private HttpServletRequest now() { return ((ServletRequestAttributes) RequestContextHolder.getRequestAttributes()).getRequest(); }',
    code: 'var one = now(); String data = one.getParameter("a");',
  },
  {
    name: 'ServletRequest',
    method: 'public void service(ServletRequest in, ServletResponse out)',
    code: 'String data = in.getParameter("a");',
  },
  {
    name: 'exchange of the plain server',
    method: 'public void handle(HttpExchange turn) throws IOException',
    code: 'String data = turn.getRequestURI().getQuery();',
  },
  {
    name: 'body of the plain server',
    method: 'public void handle(HttpExchange turn) throws IOException',
    code: 'InputStream flow = turn.getRequestBody(); String data = new String(flow.readAllBytes());',
  },
  {
    name: 'headers of the plain server',
    method: 'public void handle(HttpExchange turn) throws IOException',
    code: 'Headers all = turn.getRequestHeaders(); String data = all.getFirst("a");',
  },
  {
    name: 'Spring',
    marks: '@RestController',
    method: '@GetMapping("/a") public Object find(@RequestParam("a") String data)',
    code: '',
  },
  {
    name: 'Spring on an interface',
    bases: 'implements Desk#',
    method: 'public Object find(String data)',
    code: '',
    beside: 'interface Desk# { @GetMapping("/a/{data}") Object find(@PathVariable String data); }',
  },
  {
    name: 'object of a body',
    marks: '@RestController',
    method: '@PostMapping("/a") public Object find(@RequestBody Card# card)',
    code: 'String data = card.getName();',
    beside:
      'public class Card# { private String name; public String getName() { return name; } public void setName(String n) { name = n; } }',
  },
  {
    name: 'JAX-RS',
    marks: '@Path("/a")',
    method: '@GET public Object find(@QueryParam("a") String data)',
    code: '',
  },
  {
    name: 'address of JAX-RS',
    marks: '@Path("/a")',
    members: '@Context private UriInfo where;',
    method: '@GET public Object find()',
    code: 'String data = where.getQueryParameters().getFirst("a");',
  },
  {
    name: 'headers of JAX-RS',
    method: 'public Object find(@Context HttpHeaders all)',
    code: 'String data = all.getHeaderString("a");',
  },
  {
    name: 'WebFlux',
    method: 'public Object find(ServerRequest asked)',
    code: 'String data = asked.queryParam("a").orElse("b");',
  },
  {
    name: 'message of WebFlux',
    method: 'public Object find(ServerHttpRequest asked)',
    code: 'String data = asked.getQueryParams().getFirst("a");',
  },
  {
    name: 'Vert.x',
    method: 'public void handle(RoutingContext turn)',
    code: 'String data = turn.request().getParam("a");',
  },
  {
    name: 'body of Vert.x',
    method: 'public void handle(RoutingContext turn)',
    code: 'String data = turn.getBodyAsString();',
  },
  {
    name: 'Javalin',
    method: 'public void map(Javalin app)',
    code: 'app.get("/a", turn -> { String data = turn.queryParam("a");',
    tail: '});',
  },
  {
    name: 'handler of Javalin',
    method: 'public void handle(io.javalin.http.Context turn)',
    code: 'String data = turn.body();',
  },
  {
    name: 'Spark',
    method: 'public static void map()',
    code: 'Spark.get("/a", (spark.Request q, spark.Response p) -> { String data = q.queryParams("a");',
    tail: 'return ""; });',
  },
  {
    name: 'Play',
    bases: 'extends Controller',
    method: 'public Result find(Http.Request asked)',
    code: 'String data = asked.getQueryString("a");',
  },
  {
    name: 'Micronaut',
    marks: '@Controller("/a")',
    method: '@Get("/{data}") public Object find(@QueryValue String data)',
    code: '',
  },
  {
    name: 'request of Micronaut',
    marks: '@Controller("/a")',
    method: '@Get("/b") public Object find(HttpRequest<?> asked)',
    code: 'String data = asked.getParameters().get("a");',
  },
  {
    name: 'file of a form',
    method: 'public Object take(MultipartFile sent)',
    code: 'String data = sent.getOriginalFilename();',
  },
  {
    name: 'content of a file of a form',
    method: 'public Object take(MultipartFile sent) throws IOException',
    code: 'String data = new String(sent.getBytes());',
  },
  {
    name: 'web service',
    marks: '@WebService',
    method: '@WebMethod public String find(String data)',
    code: '',
  },
  {
    name: 'remote procedure',
    bases: 'extends DeskGrpc.DeskImplBase',
    method: '@Override public void say(Words said, StreamObserver<Answer> out)',
    code: 'String data = said.getName();',
  },
  { name: 'web socket', method: '@OnMessage public void take(String data, Session line)', code: '' },
  {
    name: 'socket',
    code: 'Socket line = new Socket("h", 1); BufferedReader pen = new BufferedReader(new InputStreamReader(line.getInputStream(), "UTF-8")); String data = pen.readLine();',
  },
  {
    name: 'listener',
    code: 'ServerSocket ears = new ServerSocket(1); Socket line = ears.accept(); Scanner pen = new Scanner(line.getInputStream()); String data = pen.nextLine();',
  },
  {
    name: 'datagram',
    method: 'public void take(DatagramSocket line) throws IOException',
    code: 'DatagramPacket one = new DatagramPacket(new byte[9], 9); line.receive(one); String data = new String(one.getData());',
  },
  {
    name: 'answer of a server',
    kinds: kept,
    code: 'URLConnection line = new URL("http://h/").openConnection(); BufferedReader pen = new BufferedReader(new InputStreamReader(line.getInputStream())); String data = pen.readLine();',
  },
  {
    name: 'message of JMS',
    method: 'public void onMessage(Message one) throws JMSException',
    code: 'TextMessage text = (TextMessage) one; String data = text.getText();',
  },
  {
    name: 'message of Kafka',
    method: 'public void take(ConsumerRecord<String, String> one)',
    code: 'String data = one.value();',
  },
  {
    name: 'listener of a queue',
    method: '@RabbitListener(queues = "a") public void take(String data)',
    code: '',
  },
  {
    name: 'console',
    code: 'BufferedReader pen = new BufferedReader(new InputStreamReader(System.in)); String data = pen.readLine();',
  },
  {
    name: 'scanner of the console',
    code: 'Scanner keys = new Scanner(System.in); String data = keys.nextLine();',
  },
  { name: 'environment', code: 'String data = System.getenv("A");' },
  {
    name: 'property of the machine',
    kinds: ['sql', 'command', 'ldap', 'xpath', 'redirect'],
    code: 'String data = System.getProperty("a");',
  },
  {
    name: 'arguments',
    kinds: given,
    method: 'public static void main(String[] args)',
    code: 'String data = args[0];',
  },
  {
    name: 'file of properties',
    kinds: kept,
    code: 'Properties all = new Properties(); try (FileInputStream flow = new FileInputStream("a.properties")) { all.load(flow); } String data = all.getProperty("a");',
  },
  { name: 'file', kinds: kept, code: 'String data = Files.readString(Path.of("/etc/a"));' },
  {
    name: 'reader of a file',
    kinds: kept,
    code: 'BufferedReader pen = new BufferedReader(new FileReader("a.txt")); String data = pen.readLine();',
  },
  {
    name: 'record',
    kinds: kept,
    method: 'public void take(Connection line) throws SQLException',
    code: 'PreparedStatement ask = line.prepareStatement("select a from b"); ResultSet rows = ask.executeQuery(); String data = rows.getString(1);',
  },
];
