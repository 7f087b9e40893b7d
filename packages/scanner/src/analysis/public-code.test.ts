import { describe, expect, it } from 'vitest';
import { entriesOf } from '../fixtures/review-input.ts';
import { analyzeFiles } from './analyze-files.ts';
import { publicPaths } from './public-code.ts';

async function open(files: Record<string, string>, setting: 'auto' | 'on' | 'off' = 'auto') {
  const index = await analyzeFiles(entriesOf(files), { callers: 'off' });
  const served = new Set(index.routes.map(({ file }) => file));
  return [...publicPaths({ files: index.files, served, textOf: (path) => files[path] ?? null }, setting)];
}

const python = 'def read(name):\n    return name\n';
const routed =
  "from flask import Flask\napp = Flask(__name__)\n\n@app.route('/')\ndef read():\n    return ''\n";

describe('code that other programs call', () => {
  it.each<[string, Record<string, string>]>([
    [
      'a package of npm',
      { 'package.json': '{"name": "a", "exports": "./a.js"}', 'a.js': 'exports.a = 1;\n' },
    ],
    ['a package of Python', { 'pyproject.toml': '[project]\nname = "a"\n', 'a.py': python }],
    ['a module of Go', { 'go.mod': 'module a\n', 'a.go': 'package a\n\nfunc Read() {}\n' }],
    [
      'a jar',
      { 'pom.xml': '<project><packaging>jar</packaging></project>', 'src/main/java/A.java': 'class A {}\n' },
    ],
    ['a package of Composer', { 'composer.json': '{"name": "a/a"}', 'src/A.php': '<?php\nclass A {}\n' }],
    ['a gem', { 'a.gemspec': 'Gem::Specification.new\n', 'lib/a.rb': 'def read; end\n' }],
    ['a crate', { 'Cargo.toml': '[package]\n', 'src/lib.rs': 'pub fn read() {}\n' }],
    ['a class library', { 'a.csproj': '<Project Sdk="Microsoft.NET.Sdk" />', 'A.cs': 'public class A {}\n' }],
  ])('is the code of %s', async (_, files) => {
    expect(await open(files)).toEqual(Object.keys(files).slice(1));
  });

  it.each<[string, Record<string, string>]>([
    [
      'one that is kept from being published',
      { 'package.json': '{"main": "a.js", "private": true}', 'a.js': 'let a;\n' },
    ],
    [
      'one that is started',
      { 'package.json': '{"main": "a.js", "scripts": {"start": "node a"}}', 'a.js': 'let a;\n' },
    ],
    ['one that answers requests', { 'pyproject.toml': '[project]\n', 'a.py': python, 'web.py': routed }],
    [
      'a command',
      { 'go.mod': 'module a\n', 'main.go': 'package main\n\nfunc main() {}\n', 'a/a.go': 'package a\n' },
    ],
    ['what a module keeps inside', { 'go.mod': 'module a\n', 'internal/a.go': 'package internal\n' }],
    ['a web archive', { 'pom.xml': '<packaging>war</packaging>', 'src/main/java/A.java': 'class A {}\n' }],
    ['a project', { 'composer.json': '{"name": "a/a", "type": "project"}', 'src/A.php': '<?php\n' }],
    ['code without a manifest', { 'a.py': python }],
    ['a broken manifest', { 'package.json': '{"main": ', 'a.js': 'let a;\n' }],
  ])('is not the code of %s', async (_, files) => {
    expect(await open(files)).toEqual([]);
  });

  it('is determined for each of several packages by its own manifest', async () => {
    const files = {
      'package.json': '{"private": true}',
      'packages/a/package.json': '{"name": "a", "main": "a.js"}',
      'packages/a/a.js': 'exports.a = 1;\n',
      'packages/b/package.json': '{"name": "b", "private": true}',
      'packages/b/b.js': 'exports.b = 1;\n',
    };
    expect(await open(files)).toEqual(['packages/a/a.js']);
    expect(await open(files, 'on')).toEqual(['packages/a/a.js', 'packages/b/b.js']);
    expect(await open(files, 'off')).toEqual([]);
  });
});
