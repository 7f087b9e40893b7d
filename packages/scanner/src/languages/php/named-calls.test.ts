import { expect, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

test('in PHP, calls of a name, of a method reference and of a known variable are distinguished', async () => {
  const index = await expectFlows({
    'src/Controller.php': `<?php
use Symfony\\Component\\HttpFoundation\\Request;
class Controller {
  public function __construct(private HttpClientInterface $client, private ValidatorInterface $validator) {}
  public function index(Request $request) {
    $time = $request->query->get('t');
    $age = time() - 5;
    $read = $this->read(...);
    $text = $read($request);
    $run = $request->query->get('run');
    $run($text); // !code
    $made = $request->attributes->get('_controller');
    $made();
    $this->validator->check($request->query->get('v'));
    $answer = $this->client->request('GET', 'https://example.org');
    echo $answer->getContent();
  }
  private function read(Request $request) { echo $request->getContent(); } // !xss
}`,
    'src/Tool.php': `<?php
class Tool {
  public function check($name) { system($name); }
}`,
  });
  expect(index.taint).toHaveLength(2);
});

test('in Python, the value in a table is not the key from the request', async () => {
  await expectFlows({
    'views.py': `import os
from flask import request
class Page:
    def show(self):
        name = request.args.get('name')
        action = self._actions.get(name)
        os.system(action.label)
        os.system(action[0](name))
        os.system(name)  # !command
        return self._titles.get('x')
`,
  });
});

test('code after a redirect of Next does not run; names of functions and keys of tables are followed', async () => {
  await expectFlows({
    'app/actions.ts': `'use server';
import { redirect } from 'next/navigation';
export async function GET(request: Request) {
  const to = String(new URL(request.url).searchParams.get('to'));
  if (!to.startsWith('/') || to.startsWith('//')) redirect('/');
  redirect(to);
}`,
    'ping.php': `<?php
function ping(string $host): string {
  return shell_exec('ping ' . $host); // !command
}
echo json_encode(array_map('ping', explode(',', $_POST['hosts'])));
`,
    'app/controllers/items_controller.rb': `class ItemsController < ApplicationController
  SORTS = { 'new' => 'created_at DESC' }.freeze
  def index
    @items = Item.order(Arel.sql(SORTS.fetch(params[:sort], 'id')))
    @others = Item.order(Arel.sql(params.fetch(:sort, 'id'))) # !sql
  end
end
`,
  });
});
