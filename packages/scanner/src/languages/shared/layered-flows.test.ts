import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

/** Views, services, repositories and shared code in separate files. */
const python = {
  'shop/__init__.py': ``,
  'shop/db.py': `
import sqlite3
from contextlib import closing

class Database:
    _shared = None

    def __init__(self, path):
        self._link = sqlite3.connect(path)

    @classmethod
    def shared(cls):
        if cls._shared is None:
            cls._shared = cls('shop.db')
        return cls._shared

    def rows(self, statement, *values):
        with closing(self._link.cursor()) as held:
            held.execute(statement, values)  # !sql
            return held.fetchall()
`,
  'shop/repository.py': `
from .db import Database

class Orders:
    table = 'orders'

    def __init__(self, database=None):
        self.database = database or Database.shared()

    def by_name(self, name):
        return self.database.rows(f"SELECT * FROM {self.table} WHERE name = '{name}'")

    def by_id(self, ident):
        return self.database.rows('SELECT * FROM orders WHERE id = ?', ident)

    def sorted_by(self, column):
        if column not in self.columns():
            column = 'id'
        return self.database.rows('SELECT * FROM orders ORDER BY ' + column)

    @staticmethod
    def columns():
        return ('id', 'name')
`,
  'shop/service.py': `
import logging
import subprocess
from dataclasses import dataclass
from .repository import Orders

log = logging.getLogger(__name__)

@dataclass
class Export:
    name: str
    kind: str = 'csv'

    def command(self):
        return f'export --kind {self.kind} {self.name}'

class Service:
    def __init__(self, orders: Orders):
        self.orders = orders

    def find(self, criteria):
        return self.orders.by_name(criteria['name'])

    def one(self, ident):
        return self.orders.by_id(ident)

    def export(self, export: Export):
        subprocess.run(export.command(), shell=True, check=True)  # !command

    def listed(self, export):
        subprocess.run(['export', '--', export.name], check=True)
`,
  'shop/views.py': `
from flask import Blueprint, jsonify, request
from flask.views import MethodView
from .repository import Orders
from .service import Export, Service

pages = Blueprint('pages', __name__)
service = Service(Orders())

def criteria():
    return {key: value for key, value in request.args.items() if value}

@pages.get('/orders')
def orders():
    return jsonify(service.find(criteria()))

@pages.get('/orders/<int:ident>')
def order(ident):
    return jsonify(service.one(ident))

class Exports(MethodView):
    def post(self):
        payload = request.get_json(force=True)
        service.export(Export(name=payload['name']))
        service.listed(Export(name=payload['name']))
        return '', 204

pages.add_url_rule('/exports', view_func=Exports.as_view('exports'))
`,
};
const go = {
  'main.go': `package main

import (
	"net/http"
	"example.org/shop/internal/api"
	"example.org/shop/internal/store"
)

func main() {
	db := store.Open("x")
	handler := api.New(api.WithStore(store.NewOrders(db)))
	http.ListenAndServe(":80", handler.Routes())
}
`,
  'go.mod': `module example.org/shop
go 1.22
`,
  'internal/store/store.go': `package store

import (
	"context"
	"database/sql"
	"fmt"
)

type Order struct {
	Name string
	Size int
}

type Orders interface {
	ByName(ctx context.Context, name string) ([]Order, error)
	ByID(ctx context.Context, id int64) (*Order, error)
}

type orders struct {
	db *sql.DB
}

func Open(path string) *sql.DB {
	db, _ := sql.Open("sqlite", path)
	return db
}

func NewOrders(db *sql.DB) Orders {
	return &orders{db: db}
}

func (o *orders) ByName(ctx context.Context, name string) ([]Order, error) {
	query := fmt.Sprintf("SELECT name, size FROM orders WHERE name = '%s'", name)
	rows, err := o.db.QueryContext(ctx, query) // !sql
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return nil, nil
}

func (o *orders) ByID(ctx context.Context, id int64) (*Order, error) {
	row := o.db.QueryRowContext(ctx, fmt.Sprintf("SELECT name FROM orders WHERE id = %d", id))
	return nil, row.Err()
}
`,
  'internal/api/api.go': `package api

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"strconv"

	"example.org/shop/internal/store"
)

type API struct {
	orders store.Orders
}

type Option func(*API)

func WithStore(orders store.Orders) Option {
	return func(a *API) { a.orders = orders }
}

func New(options ...Option) *API {
	a := &API{}
	for _, option := range options {
		option(a)
	}
	return a
}

func (a *API) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders", a.list)
	mux.HandleFunc("GET /orders/{id}", a.one)
	mux.Handle("POST /exports", logged(http.HandlerFunc(a.export)))
	return mux
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
	})
}

type exportRequest struct {
	Name string
	Kind string
}

func (e exportRequest) command() string {
	return "export " + e.Kind + " " + e.Name
}

func (a *API) list(rw http.ResponseWriter, req *http.Request) {
	found, err := a.orders.ByName(req.Context(), req.URL.Query().Get("name"))
	if err != nil {
		http.Error(rw, err.Error(), 500)
		return
	}
	json.NewEncoder(rw).Encode(found)
}

func (a *API) one(rw http.ResponseWriter, req *http.Request) {
	id, err := strconv.ParseInt(req.PathValue("id"), 10, 64)
	if err != nil {
		return
	}
	a.orders.ByID(req.Context(), id)
}

func (a *API) export(rw http.ResponseWriter, req *http.Request) {
	asked, err := decode[exportRequest](req)
	if err != nil {
		return
	}
	exec.Command("sh", "-c", asked.command()).Run() // !command
	exec.Command("export", "--", asked.Name).Run()
}

func decode[T any](req *http.Request) (T, error) {
	var v T
	err := json.NewDecoder(req.Body).Decode(&v)
	return v, err
}
`,
};
const script = {
  'package.json': '{"type":"module","dependencies":{"express":"4"}}',
  'src/db.ts': `
import { Pool, type PoolClient } from 'pg';
const pool = new Pool();
export class Database {
  async run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }
}
`,
  'src/orders.ts': `
import { Database } from './db.js';
export interface Filter { name?: string; sort?: string }
export class Orders {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }
  find({ name, sort = 'id' }: Filter) {
    const where = name ? \` WHERE name = '\${name}'\` : '';
    return this.#db.run((client) => client.query(\`SELECT * FROM orders\${where}\`)); // !sql
  }
  byId(id: number) {
    return this.#db.run((client) => client.query('SELECT * FROM orders WHERE id = $1', [id]));
  }
}
`,
  'src/exports.ts': `
import { exec, execFile } from 'node:child_process';
import { promisify } from 'node:util';
const run = promisify(exec);
const runFile = promisify(execFile);
export async function exportAs(kind: string, options: { name: string }) {
  await run(\`export --kind \${kind} \${options.name}\`); // !command
}
export async function exportSafely(kind: string, options: { name: string }) {
  await runFile('export', ['--kind', kind, '--', options.name]);
}
`,
  'src/controller.ts': `
import type { RequestHandler } from 'express';
import { exportAs, exportSafely } from './exports.js';
import type { Orders } from './orders.js';
export class Controller {
  constructor(private readonly orders: Orders) {}
  list: RequestHandler = async (a, b, c) => {
    try {
      b.json(await this.orders.find({ name: String(a.query.name) }));
    } catch (e) {
      c(e);
    }
  };
  one: RequestHandler = async (a, b) => {
    b.json(await this.orders.byId(Number(a.params.id)));
  };
  async export(a, b) {
    const { kind, ...rest } = a.body;
    await exportAs(kind, rest);
    await exportSafely(kind, rest);
    b.sendStatus(204);
  }
}
`,
  'src/main.ts': `
import express from 'express';
import { Controller } from './controller.js';
import { Database } from './db.js';
import { Orders } from './orders.js';
const app = express();
const controller = new Controller(new Orders(new Database()));
const router = express.Router();
router.get('/orders', controller.list);
router.get('/orders/:id', controller.one);
router.post('/exports', (a, b) => controller.export(a, b));
app.use('/v1', express.json(), router);
`,
};

const php = {
  'src/Repository.php': `<?php
namespace App;
final class Repository
{
    public function __construct(private \\PDO $link) {}
    public function byName(string $name): array
    {
        $sql = "SELECT * FROM orders WHERE name = '{$name}'";
        return $this->link->query($sql)->fetchAll(); // !sql
    }
    public function byId(int $id): array
    {
        return $this->link->query("SELECT * FROM orders WHERE id = $id")->fetchAll();
    }
    public function safe(string $name): array
    {
        $found = $this->link->prepare('SELECT * FROM orders WHERE name = :name');
        $found->execute([':name' => $name]);
        return $found->fetchAll();
    }
}
`,
  'src/Input.php': `<?php
namespace App;
class Input
{
    private array $data;
    public function __construct(array $data) { $this->data = $data; }
    public static function fromGlobals(): self { return new self($_GET + $_POST); }
    public function text(string $key, string $default = ''): string { return $this->data[$key] ?? $default; }
    public function number(string $key): int { return (int) ($this->data[$key] ?? 0); }
    public function __get(string $name) { return $this->data[$name] ?? null; }
}
`,
  'public/index.php': `<?php
require __DIR__ . '/../vendor/autoload.php';
use App\\Input;
use App\\Repository;
$input = Input::fromGlobals();
$orders = new Repository(new PDO('sqlite:x'));
switch ($input->text('do')) {
    case 'find':
        echo json_encode($orders->byName($input->text('name')));
        break;
    case 'one':
        echo json_encode($orders->byId($input->number('id')));
        break;
    case 'safe':
        echo json_encode($orders->safe($input->text('name')));
        break;
    case 'zip':
        $name = $input->text('name');
        shell_exec("zip -r out.zip $name"); // !command
        shell_exec('zip -r out.zip ' . escapeshellarg($name));
        break;
    case 'page':
        printf('<h1>%s</h1>', $input->text('title')); // !xss
        printf('<h1>%s</h1>', htmlspecialchars($input->text('title')));
        break;
}
`,
};

describe('data followed through the layers of an application', () => {
  test.each([
    ['Python', python],
    ['Go', go],
    ['TypeScript', script],
    ['PHP', php],
  ])('%s', async (_, files) => {
    await expectFlows(files);
  });
});
