import { type ParsedFile, parsedPackage } from './parsed-package.ts';

/** npm packages that are often copied as a file, with the other names of those files. */
const libraries: Record<string, string> = {
  alpinejs: 'alpine',
  angular: 'angularjs',
  axios: '',
  backbone: '',
  'blueimp-file-upload': 'jquery.fileupload',
  bootstrap: '',
  'bootstrap-select': '',
  'bootstrap-table': '',
  'chart.js': 'chart chartjs',
  ckeditor4: 'ckeditor',
  clipboard: '',
  codemirror: '',
  'crypto-js': 'cryptojs',
  d3: '',
  'datatables.net': 'jquery.datatables datatables',
  dompurify: 'purify',
  dropzone: '',
  echarts: '',
  'ember-source': 'ember',
  handlebars: '',
  highcharts: '',
  'highlight.js': 'highlight highlightjs',
  'htmx.org': 'htmx',
  jquery: '',
  'jquery-migrate': '',
  'jquery-ui': 'jquery.ui',
  'jquery-validation': 'jquery.validate jquery-validate',
  jszip: '',
  knockout: '',
  leaflet: '',
  lodash: '',
  marked: '',
  mermaid: '',
  moment: '',
  mustache: '',
  'pdfjs-dist': 'pdf pdfjs pdf.js',
  'popper.js': 'popper',
  prismjs: 'prism',
  quill: '',
  react: '',
  'react-dom': '',
  select2: '',
  showdown: '',
  simplemde: '',
  'socket.io-client': 'socket.io',
  summernote: '',
  'swagger-ui-dist': 'swagger-ui swagger-ui-bundle',
  three: '',
  tinymce: 'tiny_mce',
  underscore: '',
  'video.js': 'video',
  vue: '',
};

const packageOf = new Map<string, string>(
  Object.entries(libraries).flatMap(([name, others]) =>
    [name, ...others.split(' ').filter(Boolean)].map((one) => [one, name] as const),
  ),
);

const VERSION = String.raw`\d+\.\d+(?:\.\d+)?(?:-(?:alpha|beta|rc|pre)[\w.]*)?`;
const version = new RegExp(`^v?(?:${VERSION})$`);
/** The name, its release if it is in the file name, and the kind of build. */
const fileName = new RegExp(
  `/([a-z][\\w.-]*?[a-z\\d])(?:[-_.@]v?(${VERSION}))?(?:[-._](?:min|slim|bundle|full|all|pack|packed|umd|global|prod|production|development|runtime|esm|common|browser|core|custom|source|debug|latest))*\\.(?:m?js)$`,
  'i',
);

const BANNER_LENGTH = 1_200;
const firstComment = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*|(?:\/\/.*\n\s*)+)/;
const calledVersion = new RegExp(`^[\\s*/!]*@?version\\s*:?\\s*v?(${VERSION})(?!,| \\(the)`, 'im');
const versionValue = new RegExp(
  `\\b(?:[a-z]+V|v|V)(?:ersion|ERSION)\\s*[:=]\\s*["'](${VERSION})(?: [^"'\\n]{0,40})?["']`,
  'g',
);
const servedFrom =
  /(?:^|\/)(?:public|static|assets?|wwwroot|webroot|webapp|www|htdocs|media|plugins?|js|javascripts?|scripts?|vendors?|libs?|third[_-]?party|bower_components|external|resources)\//i;
const installed = /(?:^|\/)(?:node_modules|site-packages|\.venv|\.yarn)\//;

/** Whether a path is a library copied into an application. */
export function isCopiedLibrary(path: string): boolean {
  return nameOf(path) !== undefined;
}

/** The package and release, from its file name, folder or first lines. */
export function parseCopiedLibrary(text: string, path: string): ParsedFile {
  const name = nameOf(path);
  const found =
    name &&
    (releaseInPath(path, name) ?? releaseInBanner(text.slice(0, BANNER_LENGTH), name) ?? releaseInCode(text));
  return {
    packages: found ? [parsedPackage({ name, version: found, line: 1, isDirect: true })] : [],
    license: null,
  };
}

function nameOf(path: string): string | undefined {
  if (!servedFrom.test(path) || installed.test(path)) return undefined;
  const stem = fileName.exec(`/${path}`)?.[1];
  return stem && packageOf.get(stem.toLowerCase());
}

/** `jquery-1.8.3.min.js`, `codemirror-5.17.0/lib/codemirror.js`, `vue/2.6.10/vue.js`. */
function releaseInPath(path: string, name: string): string | undefined {
  const own = fileName.exec(`/${path}`)?.[2];
  if (own !== undefined) return own;
  const folders = path.split('/').slice(0, -1).reverse();
  for (const [at, folder] of folders.entries()) {
    const [, stem = '', release] = /^(.+?)[-_.@]v?(\d[\w.-]*)$/.exec(folder) ?? [];
    if (release && version.test(release) && packageOf.get(stem.toLowerCase()) === name) return release;
    const above = folders[at + 1]?.toLowerCase().replace(/\.js$/, '');
    if (version.test(folder) && above !== undefined && packageOf.get(above) === name)
      return folder.replace(/^v/, '');
  }
  return undefined;
}

/** The number beside the library's name in the first comment, or the version that the comment gives. */
function releaseInBanner(start: string, name: string): string | undefined {
  const comment = firstComment.exec(start)?.[0];
  if (comment === undefined) return undefined;
  const names = [...packageOf]
    .filter(([, one]) => one === name)
    .map(([alias]) => alias.replace(/[-._]/g, '[-._ ]?'));
  const beside = new RegExp(`\\b(?:${names.join('|')})(?:\\.?js)?\\b[^\\d|\\n]{0,60}?\\bv?(${VERSION})`, 'i');
  return (beside.exec(comment) ?? calledVersion.exec(comment))?.[1];
}

/** The version that the code gives itself. A bundle has several. */
function releaseInCode(text: string): string | undefined {
  const [first, ...others] = new Set([...text.matchAll(versionValue)].map(([, one]) => one));
  return others.length === 0 ? first : undefined;
}
