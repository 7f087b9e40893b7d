import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

const route = (annotations: string, name = 'drop') =>
  `  ${annotations}\n  public void ${name}(@PathVariable long id) { users.drop(id); }\n`;
const controller = (head: string, body: string) =>
  `${head}\n@RestController\npublic class Users {\n  Repo users;\n${body}}\n`;
const action = (head: string, body: string) =>
  `${head}\npublic class StoreController : ControllerBase\n{\n${body}}\n`;
const entity = '@Entity\npublic class Person {\n  private String name;\n  private boolean admin;\n}\n';

/** Each case: the rule, the file, code with the weakness and its line, the safe twin. */
const cases: [rule: string, path: string, weak: string, line: number, safe: string][] = [
  [
    'access/foreign-record',
    'src/A.java',
    controller(
      '',
      '  @GetMapping("/{id}")\n  public Order one(@PathVariable Long id, @AuthenticationPrincipal Me me) {\n    return orders.findById(id).get();\n  }\n',
    ),
    7,
    controller(
      '',
      '  @GetMapping("/{id}")\n  public Order one(@PathVariable Long id, @AuthenticationPrincipal Me me) {\n    return orders.findByIdAndOwner(id, me.id()).get();\n  }\n',
    ),
  ],
  [
    'access/foreign-record',
    'src/a.kt',
    'import io.ktor.server.routing.*\nfun Route.a(repo: Repo) {\n  authenticate("main") {\n    get("/a/{id}") {\n      call.respond(repo.findById(call.parameters["id"]!!))\n      val id = call.parameters["id"]!!.toLong()\n      call.respond(repo.findById(id))\n    }\n  }\n}\n',
    7,
    'import io.ktor.server.routing.*\nfun Route.a(repo: Repo) {\n  authenticate("main") {\n    get("/a/{id}") {\n      val id = call.parameters["id"]!!.toLong()\n      call.respond(repo.findById(id, call.principal<Me>()!!.id))\n    }\n  }\n}\n',
  ],
  [
    'access/foreign-record',
    'src/A.cs',
    action(
      '[Authorize]',
      '    [HttpGet("{id}")]\n    public async Task<IActionResult> Get(int id) => Ok(await _db.Orders.FirstAsync(o => o.Id == id));\n',
    ),
    5,
    action(
      '[Authorize]',
      '    [HttpGet("{id}")]\n    public async Task<IActionResult> Get(int id) => Ok(await _db.Orders.FirstAsync(o => o.Id == id && o.Owner == User.Identity.Name));\n',
    ),
  ],
  [
    'access/unbounded-amount',
    'src/A.java',
    controller(
      '',
      '  @GetMapping\n  public Page<A> all(@RequestParam int page, @RequestParam int size) {\n    return users.findAll(PageRequest.of(page, size));\n  }\n',
    ),
    7,
    controller(
      '',
      '  @GetMapping\n  public Page<A> all(@RequestParam int page, @RequestParam @Max(100) int size) {\n    return users.findAll(PageRequest.of(page, size));\n  }\n',
    ),
  ],
  [
    'access/unbounded-amount',
    'src/A.cs',
    action(
      '',
      '    [HttpGet]\n    public IActionResult All(int size = 20) => Ok(_db.News.Take(size).ToList());\n',
    ),
    5,
    action(
      '',
      '    [HttpGet]\n    public IActionResult All(int size = 20) => Ok(_db.News.Take(Math.Min(size, 100)).ToList());\n',
    ),
  ],
  [
    'access/unguarded-route',
    'src/A.java',
    controller(
      '',
      route('@PostMapping\n  @PreAuthorize("hasRole(\'A\')")', 'add') + route('@DeleteMapping("/{id}")'),
    ),
    8,
    controller(
      '@PreAuthorize("hasRole(\'A\')")',
      route('@PostMapping\n  @PreAuthorize("hasRole(\'B\')")', 'add') + route('@DeleteMapping("/{id}")'),
    ),
  ],
  [
    'access/unguarded-route',
    'src/a.kt',
    'import io.ktor.server.routing.*\nfun Route.a(u: Users) {\n  authenticate("jwt") {\n    get("/me") { call.respond(u.me()) }\n  }\n  delete("/admin/{id}") { u.drop() }\n}\n',
    6,
    'import io.ktor.server.routing.*\nfun Route.a(u: Users) {\n  authenticate("jwt") {\n    get("/me") { call.respond(u.me()) }\n    delete("/admin/{id}") { u.drop() }\n  }\n}\n',
  ],
  [
    'access/guard-lifted',
    'src/A.cs',
    action(
      '[Authorize(Roles = "Admin")]',
      '    [AllowAnonymous]\n    [HttpPost("drop")]\n    public IActionResult Drop(int id) { _u.Drop(id); return Ok(); }\n',
    ),
    4,
    action(
      '[Authorize(Roles = "Admin")]',
      '    [AllowAnonymous]\n    [HttpPost("login")]\n    public IActionResult Login(int id) { return Ok(); }\n',
    ),
  ],
  [
    'access/unguarded-admin',
    'src/A.java',
    '@RestController\n@RequestMapping("/admin")\npublic class Staff {\n  @DeleteMapping("/{id}")\n  public void drop(@PathVariable long id) { users.drop(id); }\n}\n',
    4,
    '@RestController\n@RequestMapping("/admin")\npublic class Staff {\n  @DeleteMapping("/{id}")\n  public void drop(@PathVariable long id) { users.drop(id); }\n}\nclass Chain { SecurityFilterChain chain; }\n',
  ],
  [
    'access/mass-assignment',
    'src/A.java',
    `${entity}class C {\n  @PutMapping("/me")\n  public Person save(@RequestBody Person given) { return repo.save(given); }\n}\n`,
    8,
    `${entity}class C {\n  @PutMapping("/me")\n  public Person save(@RequestBody Person given) {\n    given.setAdmin(false);\n    return repo.save(given);\n  }\n}\n`,
  ],
  [
    'access/unverified-token',
    'src/A.java',
    'class A {\n  String who(String raw) { return JWT.decode(raw).getSubject(); }\n}\n',
    2,
    'class A {\n  String who(String raw) { verifier.verify(raw); return JWT.decode(raw).getSubject(); }\n}\n',
  ],
  [
    'transport/plain-protocol',
    'src/A.java',
    'class A {\n  Object login(String password) { return rest.postForObject("http://bank.acme.com/login", password, String.class); }\n}\n',
    2,
    'class A {\n  Object login(String password) { return rest.postForObject("http://localhost:8080/login", password, String.class); }\n}\n',
  ],
  [
    'crypto/fixed-nonce',
    'src/A.java',
    'class A {\n  static final byte[] IV = "0123456789abcdef".getBytes();\n  Object a() { return new IvParameterSpec(IV); }\n}\n',
    3,
    'class A {\n  static final byte[] IV = "0123456789abcdef".getBytes();\n  Object a(byte[] IV) { return new IvParameterSpec(IV); }\n}\n',
  ],
  [
    'crypto/fixed-key',
    'src/a.kt',
    'import com.auth0.jwt.algorithms.Algorithm\nval a = Algorithm.HMAC256("s3cr3t-sign1ng-key")\n',
    2,
    'import com.auth0.jwt.algorithms.Algorithm\nval a = Algorithm.HMAC256(System.getenv("KEY"))\n',
  ],
  [
    'access/unguarded-route',
    'src/a.kt',
    '@RestController\nclass Coupons(val svc: Svc) {\n  @PostMapping\n  @PreAuthorize("hasRole(\'A\')")\n  fun add(@RequestBody c: Form) = svc.add(c)\n  @DeleteMapping("/{id}")\n  fun drop(@PathVariable id: Long) = svc.drop(id)\n}\n',
    6,
    '@RestController\nclass Coupons(val svc: Svc) {\n  @PostMapping\n  @PreAuthorize("hasRole(\'A\')")\n  fun add(@RequestBody c: Form) = svc.add(c)\n  @PreAuthorize("hasRole(\'A\')")\n  @DeleteMapping("/{id}")\n  fun drop(@PathVariable id: Long) = svc.drop(id)\n}\n',
  ],
  [
    'access/check-then-use',
    'src/A.java',
    'class A {\n  void f(File lock) throws IOException {\n    if (!lock.exists()) {\n      lock.createNewFile();\n    }\n  }\n}\n',
    3,
    'class A {\n  void f(File folder) throws IOException {\n    if (!folder.exists()) {\n      folder.mkdirs();\n    }\n  }\n}\n',
  ],
  [
    'access/cookie-flags',
    'src/A.java',
    'class A {\n  Object f(String s) {\n    return ResponseCookie.from("session", s).httpOnly(true).path("/").build();\n  }\n}\n',
    3,
    'class A {\n  Object f(String s) {\n    return ResponseCookie.from("session", s).httpOnly(true).secure(true).build();\n  }\n}\n',
  ],
  [
    'access/open-cors',
    'src/A.cs',
    'class A {\n  void F(O o) => o.AddPolicy("a", p => p.AllowAnyOrigin().AllowAnyHeader());\n}\n',
    2,
    'class A {\n  void F(O o) => o.AddPolicy("a", p => p.WithOrigins("https://a.example").AllowAnyHeader());\n}\n',
  ],
  [
    'access/forwarded-intent',
    'app/A.kt',
    'fun f(c: Context): PendingIntent {\n  val i = Intent()\n  return PendingIntent.getActivity(c, 0, i, PendingIntent.FLAG_MUTABLE)\n}\n',
    3,
    'fun f(c: Context): PendingIntent {\n  val i = Intent(c, Main::class.java)\n  return PendingIntent.getActivity(c, 0, i, PendingIntent.FLAG_MUTABLE)\n}\n',
  ],
  [
    'access/foreign-record',
    'src/B.kt',
    'import io.ktor.server.routing.*\nfun Route.a() {\n  authenticate("main") {\n    get("/a/{id}") {\n      val id = call.parameters["id"]!!.toInt()\n      call.respond(transaction { Orders.selectAll().where { Orders.id eq id }.single() })\n    }\n  }\n}\n',
    6,
    'import io.ktor.server.routing.*\nfun Route.a() {\n  authenticate("main") {\n    get("/a/{id}") {\n      val id = call.parameters["id"]!!.toInt()\n      val me = call.principal<Me>()!!.id\n      call.respond(transaction { Orders.selectAll().where { (Orders.id eq id) and (Orders.who eq me) }.single() })\n    }\n  }\n}\n',
  ],
  [
    'access/foreign-record',
    'src/B.java',
    controller(
      '',
      '  @GetMapping("/{id}")\n  public Order one(@PathVariable Long id, Principal principal) {\n    return orderService.get(id);\n  }\n',
    ),
    7,
    controller(
      '',
      '  @GetMapping("/{id}")\n  public Order one(@PathVariable Long id, Principal principal) {\n    return orderService.get(id, principal.getName());\n  }\n',
    ),
  ],
  [
    'access/unguarded-admin',
    'src/AdminHub.cs',
    'public class AdminHub : Hub\n{\n    public override Task OnConnectedAsync() => base.OnConnectedAsync();\n    public Task Drop(int id) => _users.DropAsync(id);\n}\n',
    4,
    '[Authorize(Roles = "Admin")]\npublic class AdminHub : Hub\n{\n    public Task Drop(int id) => _users.DropAsync(id);\n}\n',
  ],
  [
    'access/csrf-off',
    'src/A.java',
    'class A {\n  Object f(ServerHttpSecurity http) {\n    return http.formLogin(f -> {})\n        .csrf(ServerHttpSecurity.CsrfSpec::disable).build();\n  }\n}\n',
    4,
    'class A {\n  Object f(ServerHttpSecurity http) {\n    return http.formLogin(f -> {}).build();\n  }\n}\n',
  ],
  [
    'access/csrf-off',
    'src/A.cs',
    'class A {\n  void F(O o) => o.AddRazorPages(p => p.Conventions.ConfigureFilter(new IgnoreAntiforgeryTokenAttribute()));\n}\n',
    2,
    'class A {\n  void F(O o) => o.AddRazorPages();\n}\n',
  ],
  [
    'access/unguarded-admin',
    'src/Sec.kt',
    'class Sec {\n  fun f(http: Http) = http {\n    authorizeRequests {\n      authorize("/internal/admin/**", permitAll)\n    }\n  }\n}\n',
    4,
    'class Sec {\n  fun f(http: Http) = http {\n    authorizeRequests {\n      authorize("/internal/admin/**", hasRole("ADMIN"))\n    }\n  }\n}\n',
  ],
];

describe('handlers of Java, Kotlin and C#', () => {
  it.each(cases)(
    '%s: the weak code is reported on its line, its safe twin is not (%#)',
    async (rule, path, weak, line, safe) => {
      const linesOf = async (text: string) => {
        const { index, entries, dependencies } = await reviewInput({ [path]: text });
        const { findings } = await runAgent('security.access-control', index, entries, { dependencies });
        return findings.filter((one) => one.ruleId === rule).map((one) => one.line);
      };
      expect(await linesOf(weak)).toContain(line);
      expect(await linesOf(safe)).toEqual([]);
    },
  );
});
