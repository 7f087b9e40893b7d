const otherPeoplesFolder =
  /(?:^|\/)(?:node_modules|bower_components|vendor|vendors|third[_-]?party|3rdparty|external|site-packages|\.venv|venv|Pods|Carthage|\.yarn|\.git|jspm_packages|wwwroot\/lib|static\/lib|public\/lib|assets\/vendor)\//i;

const libraryFile =
  /(?:^|\/)(?:jquery|bootstrap|angular|react|vue|lodash|underscore|moment|d3|three|modernizr|backbone|ember|handlebars|font-awesome)(?:[.-][\d.]+)?(?:[.-](?:min|slim|bundle|full))*\.(?:js|css)$/i;

/** Files for browsers: there, libraries are files in the repository; elsewhere they are installed. */
const forBrowsers = /\.(?:m?js|cjs|css|less|s[ac]ss|js\.map|css\.map)$/i;
const assetFolder =
  /(?:^|\/)(?:public|static|assets?|wwwroot|webroot|webapp|www|htdocs|media|plugins?|js|javascripts?|css)\//i;

/** A downloaded name with a version: `pdfjs-5.2.133/`, `semantic-2.4.2.min.css`. */
const versionedName =
  /\/(?!(?:app|api|main|index|site|web|docs?|static|theme|version|release|build)[-_.@])[a-z][a-z._-]*\d{0,2}[a-z._-]*[-_.@]v?\d+\.\d+(?:\.\d+)*(?:[-.](?:min|slim|bundle|full|all|custom|pack|core|umd|dist))*(?:\/|\.(?:m?js|cjs|css)(?:\.map)?$)/i;

const libraryFolder =
  /\/(?:tinymce|f?ckeditor\d?|codemirror|pdf\.?js|mathjax|font-?awesome|semantic-ui|jquery-?ui|jquery-file-upload|datatables|select2|summernote|fullcalendar|leaflet|openlayers|swagger-ui|extjs|dojo|yui|mootools|scriptaculous|highcharts|echarts|amcharts|plupload|kindeditor|ueditor|simplemde|easymde|katex|ace-builds|monaco-editor|layui|easyui|ztree|uploadify|owl\.?carousel)\//i;

/** The header of a library that is distributed as a file: its name and version. */
const nameAndVersion =
  /^\s*\/\*[!*]?[\s*]*(?:@(?:license|preserve)\s+)?[A-Za-z][\w.$/ -]{1,60}?[\s:(,-]+(?:version\s*|v)?\d+\.\d+(?:\.\d+)*/i;
const license = /\b(?:licen[sc]ed?|copyright)\b|\(c\)/i;
const BANNER_LENGTH = 800;

/** Third-party code inside the archive, by its path. */
export function isVendoredPath(path: string): boolean {
  if (otherPeoplesFolder.test(path) || libraryFile.test(path)) return true;
  if (!forBrowsers.test(path)) return false;
  const folder = assetFolder.exec(path);
  if (folder === null) return false;
  const below = path.slice(folder.index + folder[0].length - 1);
  return versionedName.test(below) || libraryFolder.test(below);
}

/** Whether a file for browsers names the library release it contains, its license, and its origin. */
export function isLibraryFile(path: string, text: string): boolean {
  if (!forBrowsers.test(path) || !assetFolder.test(path)) return false;
  const start = text.slice(0, BANNER_LENGTH);
  if (!nameAndVersion.test(start)) return false;
  const end = start.indexOf('*/');
  const banner = end === -1 ? start : start.slice(0, end);
  return license.test(banner) && /https?:\/\/|\bwww\./i.test(banner);
}
