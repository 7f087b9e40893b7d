import { describe, expect, test } from 'vitest';
import { isLibraryFile, isVendoredPath } from './third-party.ts';

describe('a file is third-party code', () => {
  test.each([
    'node_modules/a/index.js',
    'web/app/vendor/x.php',
    'public/plugins/pdfjs-5.2.133/build/pdf.mjs',
    'static/js/semantic-2.4.2.min.css',
    'src/main/webapp/js/tinymce/themes/modern/theme.js',
    'www/assets/codemirror-5.17.0/addon/mode/simple.js',
    'js/jquery-1.8.3.js',
    'assets/owl.carousel/owl.carousel.js',
  ])('by its path: %s', (path) => expect(isVendoredPath(path)).toBe(true));

  test.each([
    'public/js/chart.js',
    'public/app-1.2.0.js',
    'static/v1.2/orders.js',
    'src/codemirror-5.17.0/addon.ts',
    'plugins/payments-2.0/Handler.php',
    'lib/core/dispatch.js',
    'js/main.js',
  ])('not by its path: %s', (path) => expect(isVendoredPath(path)).toBe(false));

  const banner =
    '/*!\n * Sortable 1.10.2\n * @license MIT, https://example.org/sortable\n */\n(function () {})();';

  test('by the header with release, license and origin, in folders that browsers are served from', () => {
    expect(isLibraryFile('public/js/sortable.js', banner)).toBe(true);
    expect(isLibraryFile('public/js/sortable.php', banner)).toBe(false);
    expect(isLibraryFile('src/sortable.js', banner)).toBe(false);
  });

  test('not by a license alone, or by the license’s own version', () => {
    const own =
      '/*\n * This file is part of Orders.\n * Licensed under the GPL version 2.0,\n * http://www.gnu.org/licenses\n */';
    expect(isLibraryFile('public/js/orders.js', own)).toBe(false);
    expect(isLibraryFile('public/js/orders.js', '/* Orders 1.2 */\nstart();')).toBe(false);
  });
});
