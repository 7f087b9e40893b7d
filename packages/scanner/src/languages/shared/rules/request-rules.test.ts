import { describe, expect, it } from 'vitest';
import { runAgent } from '../../../agents/run-agent.ts';
import { checkNginx } from '../../../configuration/nginx.ts';
import { reviewInput } from '../../../fixtures/review-input.ts';

/** Each case: the file, code with the weakness, its safe twin, the rule. */
const cases: [path: string, weak: string, safe: string, rule: string][] = [
  [
    'src/invoices.ts',
    "router.use(requireUser);\nrouter.get('/:id', async (req, res) => {\n  const one = await prisma.parcel.findUnique({ where: { id: req.params.id } });\n  res.json(one);\n});\n",
    "router.use(requireUser);\nrouter.get('/:id', async (req, res) => {\n  const one = await prisma.parcel.findFirst({ where: { id: req.params.id, ownerId: req.user.id } });\n  res.json(one);\n});\n",
    'access/foreign-record',
  ],
  [
    'src/cases.js',
    "const { requireAuth } = require('./auth');\nrouter.delete('/cases/:id', requireAuth, async (ctx) => {\n  ctx.body = await db('cases').where({ id: ctx.params.id }).del();\n});\n",
    "const { requireAuth } = require('./auth');\nrouter.delete('/cases/:id', requireAuth, async (ctx) => {\n  ctx.body = await db('cases').where({ id: ctx.params.id, user_id: ctx.state.user.id }).del();\n});\n",
    'access/foreign-record',
  ],
  [
    'src/resolvers.js',
    'module.exports = {\n  Query: {\n    user: (_, { id }, { db }) => db.User.findByPk(id),\n  },\n};\n',
    'module.exports = {\n  Query: {\n    user: (_, { id }, { db, me }) => { if (me.id !== id) throw new Forbidden(); return db.User.findByPk(id); },\n  },\n};\n',
    'access/foreign-record',
  ],
  [
    'src/cases.controller.ts',
    "@UseGuards(JwtAuthGuard)\nexport class CasesController {\n  @Get(':id')\n  one(@Param('id') id: string, @Req() req) {\n    return this.cases.findOneBy({ id });\n  }\n}\n",
    "@UseGuards(JwtAuthGuard)\nexport class CasesController {\n  @Get(':id')\n  one(@Param('id') id: string, @Req() req) {\n    return this.cases.findOneBy({ id, ownerId: req.user.id });\n  }\n}\n",
    'access/foreign-record',
  ],
  [
    'src/Controller/CaseController.php',
    "<?php\n#[IsGranted('ROLE_USER')]\nclass CaseController {\n  public function show(int $id, CaseRepository $cases) { return $cases->find($id); }\n}\n",
    "<?php\n#[IsGranted('ROLE_USER')]\nclass CaseController {\n  public function show(int $id, CaseRepository $cases) { $case = $cases->find($id);\n    if ($case->getOwner() !== $this->getUser()) { throw new AccessDeniedException(); }\n    return $case; }\n}\n",
    'access/foreign-record',
  ],
  [
    'api/cases.py',
    "@api_view(['GET'])\n@permission_classes([IsAuthenticated])\ndef one(request, pk):\n    return Response(CaseFile.objects.get(pk=pk).data)\n",
    "@api_view(['GET'])\n@permission_classes([IsAuthenticated])\ndef one(request, pk):\n    return Response(CaseFile.objects.get(pk=pk, owner=request.user).data)\n",
    'access/foreign-record',
  ],
  [
    'app/services/take.rb',
    'class Take\n  def call(seat)\n    raise "none" if seat.left < 1\n    seat.update!(left: seat.left - 1)\n  end\nend\n',
    'class Take\n  def call(seat)\n    seat.with_lock do\n      raise "none" if seat.left < 1\n      seat.update!(left: seat.left - 1)\n    end\n  end\nend\n',
    'reliability/check-then-change',
  ],
  [
    'src/CaseService.java',
    'class CaseService {\n  Case get(Long id, String username) {\n    return cases.findById(id).orElseThrow();\n  }\n}\n',
    'class CaseService {\n  Case get(Long id, String username) {\n    return own(cases.findById(id).orElseThrow(), username);\n  }\n}\n',
    'access/foreign-record',
  ],
  [
    'api/rows.py',
    "@app.get('/rows')\nasync def rows(page: int = 1, size: int = 50):\n    return await fetch('SELECT id FROM rows LIMIT $1', size)\n",
    "@app.get('/rows')\nasync def rows(page: int = 1, size: int = Query(50, le=200)):\n    return await fetch('SELECT id FROM rows LIMIT $1', size)\n",
    'access/requested-size',
  ],
  [
    'api/parcels.py',
    "@router.get('/parcels/{parcel_id}')\ndef read(parcel_id: int, db=Depends(get_db), user=Depends(current_user)):\n    return db.get(Parcel, parcel_id)\n",
    "@router.get('/parcels/{parcel_id}')\ndef read(parcel_id: int, db=Depends(get_db), user=Depends(current_user)):\n    parcel = db.get(Parcel, parcel_id)\n    if parcel.user_id != user.id:\n        raise HTTPException(404)\n    return parcel\n",
    'access/foreign-record',
  ],
  [
    'app/controllers/parcels_controller.rb',
    'class ParcelsController < ApplicationController\n  before_action :authenticate_user!\n  def show\n    @parcel = Parcel.find(params[:id])\n  end\nend\n',
    'class ParcelsController < ApplicationController\n  before_action :authenticate_user!\n  def show\n    @parcel = current_user.parcels.find(params[:id])\n  end\nend\n',
    'access/foreign-record',
  ],
  [
    'app/ParcelController.php',
    "<?php\nclass ParcelController {\n  public function __construct() { $this->middleware('auth'); }\n  public function show($id) { return Parcel::findOrFail($id); }\n}\n",
    "<?php\nclass ParcelController {\n  public function __construct() { $this->middleware('auth'); }\n  public function show($request, $id) { return $request->user()->parcels()->findOrFail($id); }\n}\n",
    'access/foreign-record',
  ],
  [
    'app/cors.rb',
    "def allow\n  origin = request.headers['Origin']\n  response.headers['Access-Control-Allow-Origin'] = origin\nend\n",
    "def allow\n  origin = request.headers['Origin']\n  return unless ORIGINS.include?(origin)\n  response.headers['Access-Control-Allow-Origin'] = origin\nend\n",
    'access/open-cors',
  ],
  [
    'cors.php',
    "<?php\n$origin = $_SERVER['HTTP_ORIGIN'] ?? '';\nheader('Access-Control-Allow-Origin: ' . $origin);\n",
    "<?php\n$origin = $_SERVER['HTTP_ORIGIN'] ?? '';\nif (!in_array($origin, $sites, true)) { exit; }\nheader('Access-Control-Allow-Origin: ' . $origin);\n",
    'access/open-cors',
  ],
  [
    'src/frame.js',
    "window.addEventListener('message', (event) => {\n  localStorage.setItem('a', event.data.a);\n});\n",
    "window.addEventListener('message', (event) => {\n  if (event.origin !== site) return;\n  localStorage.setItem('a', event.data.a);\n});\n",
    'access/message-from-any',
  ],
  [
    'src/redeem.ts',
    "export async function redeem(code) {\n  const coupon = await prisma.coupon.findUnique({ where: { code } });\n  if (!coupon || coupon.used) throw new Error('used');\n  await prisma.coupon.update({ where: { code }, data: { used: true } });\n}\n",
    "export async function redeem(code) {\n  const { count } = await prisma.coupon.updateMany({ where: { code, used: false }, data: { used: true } });\n  if (count === 0) throw new Error('used');\n}\n",
    'reliability/check-then-change',
  ],
  [
    'bank/views.py',
    'def spend(request, amount):\n    wallet = Wallet.objects.get(user=request.user)\n    if wallet.balance < amount:\n        return None\n    wallet.balance -= amount\n    wallet.save()\n',
    'def spend(request, amount):\n    wallet = Wallet.objects.select_for_update().get(user=request.user)\n    if wallet.balance < amount:\n        return None\n    wallet.balance -= amount\n    wallet.save()\n',
    'reliability/check-then-change',
  ],
  [
    'src/profile.controller.ts',
    'class ProfileController {\n  change(@Body() body: any) {\n    return this.users.update(1, body);\n  }\n}\n',
    'class ProfileController {\n  change(@Body() body: any) {\n    return this.users.update(1, { name: String(body.name) });\n  }\n}\n',
    'access/mass-assignment',
  ],
  [
    'form.php',
    '<?php\nfunction handle(array $input) {\n  extract($input);\n}\nhandle($_POST);\n',
    "<?php\nfunction render(array $input) {\n  extract($input);\n}\nrender(['title' => 'a']);\n",
    'access/variable-variables',
  ],
  [
    'src/list.dto.ts',
    'export class ListDto {\n  @IsInt()\n  @Min(1)\n  limit = 20;\n}\n',
    'export class ListDto {\n  @IsInt()\n  @Max(100)\n  @Min(1)\n  limit = 20;\n}\n',
    'access/requested-size',
  ],
  [
    'api/list.py',
    "from fastapi import Query\n@router.get('/items')\ndef items(limit: int = 50, db=Depends(get_db)):\n    return db.scalars(select(Item).limit(limit)).all()\n",
    "from fastapi import Query\n@router.get('/items')\ndef items(limit: int = Query(50, ge=1, le=200), db=Depends(get_db)):\n    return db.scalars(select(Item).limit(limit)).all()\n",
    'access/requested-size',
  ],
  [
    'src/graph.ts',
    "import depthLimit from 'graphql-depth-limit';\nexport const server = new ApolloServer({ typeDefs, resolvers });\n",
    "import depthLimit from 'graphql-depth-limit';\nexport const server = new ApolloServer({ typeDefs, resolvers, validationRules: [depthLimit(6)] });\n",
    'access/unlimited-query',
  ],
  [
    'src/wall.ts',
    "app.get('/wall', async (req, res) => {\n  const rows = await prisma.entry.findMany({ take: 20 });\n  res.send('<ul>' + rows.map((row) => '<li>' + row.body + '</li>').join('') + '</ul>');\n});\n",
    "app.get('/wall', async (req, res) => {\n  const rows = await prisma.entry.findMany({ take: 20 });\n  res.send('<ul>' + rows.map((row) => '<li>' + escapeHtml(row.body) + '</li>').join('') + '</ul>');\n});\n",
    'injection/xss',
  ],
  [
    'app/wall.py',
    "from flask import request\n@bp.get('/wall')\ndef wall():\n    rows = Comment.query.limit(50).all()\n    return '<html>' + ''.join(['<p>' + row.text + '</p>' for row in rows]) + '</html>'\n",
    "from flask import request\n@bp.get('/wall')\ndef wall():\n    rows = Comment.query.limit(50).all()\n    return '<html>' + ''.join(['<p>' + str(escape(row.text)) + '</p>' for row in rows]) + '</html>'\n",
    'injection/xss',
  ],
  [
    'api/parcel_list.py',
    "from flask import request\n@bp.get('/all')\ndef every():\n    one = Parcel.query.get(1)\n    return '<b>' + one.note + '</b>'\n",
    "from flask import request\n@bp.get('/all')\ndef every():\n    one = Parcel.query.get(1)\n    return one.note\n",
    'injection/xss',
  ],
  [
    'src/words.js',
    "app.get('/words', (req, res) => {\n  res.json(words.filter((word) => new RegExp(req.query.q, 'i').test(word)));\n});\n",
    "app.get('/words', (req, res) => {\n  const q = req.query.q.replace(/[.*+?^{}$()|[\\]\\\\]/g, '\\\\$&');\n  res.json(words.filter((word) => new RegExp(q, 'i').test(word)));\n});\n",
    'injection/regex',
  ],
  [
    'app/controllers/sales_controller.rb',
    'class SalesController < ApplicationController\n  def index\n    @sales = Sale.order(Arel.sql(params[:sort]))\n  end\nend\n',
    "class SalesController < ApplicationController\n  def index\n    @sales = Sale.order(Arel.sql('total desc'))\n  end\nend\n",
    'injection/sql',
  ],
];

async function rulesIn(files: Record<string, string>): Promise<Map<string, string[]>> {
  const { index, entries, dependencies } = await reviewInput(files);
  const found = new Map<string, string[]>();
  for (const id of ['security.injection', 'security.access-control'])
    for (const one of (await runAgent(id, index, entries, { dependencies })).findings)
      found.set(one.file, [...(found.get(one.file) ?? []), one.ruleId]);
  return found;
}

describe('rules about what requests choose', async () => {
  const weak = await rulesIn(Object.fromEntries(cases.map(([path, text]) => [path, text])));
  const safe = await rulesIn(Object.fromEntries(cases.map(([path, , text]) => [path, text])));

  it.each(cases)('distinguish %s from its safe twin', (path, _weak, _safe, rule) => {
    expect(weak.get(path) ?? []).toContain(rule);
    expect(safe.get(path) ?? []).not.toContain(rule);
  });
});

describe('rules of nginx', () => {
  const rulesOf = (text: string) =>
    checkNginx('nginx/site.conf', text).map((one) => `${one.ruleId.split('/')[1]} ${one.line}`);

  it('report folders, hosts, headers and addresses that a request chooses', () => {
    expect(
      rulesOf(
        [
          'server {',
          '  location /a { alias /srv/a/; }',
          '  location /b {',
          '    alias /srv/b/;',
          '  }',
          '  location ~ ^/c/(.*)$ {',
          '    proxy_pass http://$1;',
          '  }',
          '  return 301 https://$host$uri;',
          '  add_header Access-Control-Allow-Origin $http_origin;',
          '  set_real_ip_from 0.0.0.0/0;',
          '}',
        ].join('\n'),
      ),
    ).toEqual([
      'alias-traversal 2',
      'alias-traversal 3',
      'open-proxy 7',
      'split-header 9',
      'open-cors 10',
      'forged-address 11',
    ]);
  });

  it('report nothing about fixed values, and nothing in files of other programs', () => {
    expect(
      rulesOf(
        [
          'server {',
          '  location /a/ { alias /srv/a/; }',
          '  location ~ ^/c/(.*)$ {',
          '    proxy_pass http://backend:80/$1;',
          '  }',
          '  return 301 https://$host$request_uri;',
          '  add_header Access-Control-Allow-Origin $allowed_origin;',
          '  set_real_ip_from 10.0.0.0/8;',
          '}',
        ].join('\n'),
      ),
    ).toEqual([]);
    expect(rulesOf('alias /srv/a/;\nset_real_ip_from 0.0.0.0/0;\n')).toEqual([]);
  });
});
