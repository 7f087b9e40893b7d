import { describe, expect, it } from 'vitest';
import { reviewInput } from '../fixtures/review-input.ts';
import { parseCopiedLibrary } from './lockfiles/copied-library.ts';
import { supplyChainAgent } from './supply-chain-agent.ts';

const releaseOf = (path: string, text: string) =>
  parseCopiedLibrary(text, path).packages.map(({ name, version }) => `${name} ${version}`);

describe('the release of a library copied into an application is recognized', () => {
  it.each([
    ['public/js/jquery-1.8.3.min.js', '', 'jquery 1.8.3'],
    ['assets/codemirror-5.17.0/lib/codemirror.js', '', 'codemirror 5.17.0'],
    ['static/vendor/vue/2.6.10/vue.min.js', '', 'vue 2.6.10'],
    [
      'www/js/jquery.js',
      '/*!\n * jQuery JavaScript Library v1.12.4\n * http://jquery.com/\n */',
      'jquery 1.12.4',
    ],
    ['js/purify.min.js', '/*! @license DOMPurify 2.0.8 | (c) */', 'dompurify 2.0.8'],
    ['js/moment.js', '//! moment.js\n//! version : 2.10.6\n', 'moment 2.10.6'],
    [
      'js/ckeditor/ckeditor.js',
      '(function(){f={timestamp:"L",version:"4.16.0 (Standard)"}})()',
      'ckeditor4 4.16.0',
    ],
  ])('%s', (path, text, expected) => expect(releaseOf(path, text)).toEqual([expected]));

  it.each([
    [
      'lodash',
      'public/lodash.min.js',
      '/**\n * Lodash lodash.com/license | Underscore.js 1.8.3 underscorejs.org/LICENSE\n */',
    ],
    [
      'its licence',
      'public/marked.js',
      '/* marked\n * Licensed under the Apache License, Version 2.0 (the "License") */',
    ],
    ['what it bundles', 'public/mermaid.js', 'a.version="2.24.0";b.version="1.1.0"'],
  ])('but not by a version number that belongs to something else: %s', (_, path, text) =>
    expect(releaseOf(path, text)).toEqual([]),
  );

  it('nor in files of the application itself or of installed packages', () => {
    expect(releaseOf('src/jquery-1.8.3.js', '')).toEqual([]);
    expect(releaseOf('public/js/orders-1.8.3.js', '')).toEqual([]);
    expect(releaseOf('node_modules/lib/jquery-1.8.3.js', '')).toEqual([]);
  });
});

it('its known vulnerabilities are reported once, however many builds of it there are', async () => {
  const input = await reviewInput({
    'public/js/jquery-1.8.3.js': 'window.jQuery = {};',
    'public/js/jquery-1.8.3.min.js': 'window.jQuery={}',
    'public/js/jquery-3.7.1.min.js': 'window.jQuery={}',
  });
  const { findings } = await supplyChainAgent.run(input);
  expect(
    findings.map(({ ruleId, file, package: used }) => [ruleId, file, used?.name, used?.version]),
  ).toEqual([['supply-chain/vulnerable-package', 'public/js/jquery-1.8.3.js', 'jquery', '1.8.3']]);
  expect(findings[0]?.package?.advisories).toContain('CVE-2020-11023');
  expect(findings[0]?.description).toContain('no package manager updates');
  expect(input.dependencies.packages.map(({ version, isCopy }) => [version, isCopy])).toEqual([
    ['1.8.3', true],
    ['3.7.1', true],
  ]);
  expect(input.dependencies.manifests).toEqual([]);
});
