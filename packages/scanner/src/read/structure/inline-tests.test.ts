import { expect, test } from 'vitest';
import { analyzeFiles } from '../../analysis/index.ts';
import { entriesOf } from '../../fixtures/expect-flows.ts';
import { withoutInlineTests } from './inline-tests.ts';

const rust = `use actix_web::{web, HttpResponse};
use std::collections::HashMap;
use std::process::Command;

pub async fn ping(q: web::Query<HashMap<String, String>>) -> HttpResponse {
    let out = Command::new("sh").arg("-c").arg(format!("ping {}", q.get("host").unwrap())).output();
    HttpResponse::Ok().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs() {
        let args: Vec<String> = std::env::args().collect();
        Command::new("sh").arg("-c").arg(&args[1]).output().unwrap();
        assert!(true);
    }
}
`;

test('Rust code with tests in the same file is checked, and the tests are not', async () => {
  const index = await analyzeFiles(entriesOf({ 'src/ping.rs': rust }));
  const [file] = index.files;
  expect(file).toMatchObject({ isTest: false, testCases: [{ line: 15, endLine: 19 }] });
  expect(index.tests).toMatchObject({ files: 1, cases: 1 });
  expect(index.tests.testToCodeRatio).toBeGreaterThan(0.25);
  expect(index.taint.map(({ kind, sink }) => [kind, sink.line])).toEqual([['command', 6]]);
});

test('code after a test module keeps its place', () => {
  const text = `${rust}\npub fn after() {}\n`;
  const shown = withoutInlineTests(text, 'Rust');
  expect(shown).toHaveLength(text.length);
  expect(shown.split('\n')).toHaveLength(text.split('\n').length);
  expect(shown.indexOf('pub fn after')).toBe(text.indexOf('pub fn after'));
  expect(shown).not.toContain('mod tests');
  expect(withoutInlineTests(text, 'C')).toBe(text);
});

test('a handler whose name begins with "test" is not a test if there is no test framework', async () => {
  const index = await analyzeFiles(
    entriesOf({
      'src/handler.go':
        'package main\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n\nfunc TestConnection(w http.ResponseWriter, r *http.Request) {\n\tout, _ := exec.Command("sh", "-c", r.URL.Query().Get("host")).Output()\n\tw.Write(out)\n}\n',
      'src/views.py':
        'import os\nfrom flask import Flask, request\napp = Flask(__name__)\n\ndef test_connection():\n    os.system("ping " + request.args["host"])\n',
      'app/mailer.rb': 'class Mailer\n  def test_delivery\n    system("mail #{params[:to]}")\n  end\nend\n',
      'src/checks.py':
        'import unittest\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        self.assertTrue(True)\n',
    }),
  );
  expect(index.files.filter(({ isTest }) => isTest).map(({ path }) => path)).toEqual(['src/checks.py']);
  expect(index.taint.filter(({ kind }) => kind === 'command').map(({ sink }) => sink.file)).toEqual([
    'app/mailer.rb',
    'src/handler.go',
    'src/views.py',
  ]);
});
