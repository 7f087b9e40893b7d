import { type SinkRule, type SourceRule, sink, source } from '../../../flow/language-model.ts';

/** Sources and sinks of common .NET packages, from their documentation, in addition to the model; each by type. */
export const libraryCalls: readonly SourceRule[] = [
  source('message', 'ReceiveAsync Receive EndReceive', /\bWebSocket\b|\bUdpClient\b/),
  source('environment', 'GetEnvironmentVariables ExpandEnvironmentVariables', /\bEnvironment\b/, 'local'),
];

export const libraryReads: readonly SourceRule[] = [
  source(
    'http_parameter',
    'Body RawPath RawQueryString PathParameters QueryStringParameters Headers Cookies',
    /\bAPIGateway\w*ProxyRequest\b/,
  ),
  source('http_parameter', 'Uri BaseUri', /\bNavigationManager\b/),
];

export const librarySinks: readonly SinkRule[] = [
  sink(
    'sql',
    'UnsafeAnd UnsafeOr UnsafeWhere UnsafeFrom UnsafeSelect UnsafeGroupBy UnsafeHaving UnsafeOrderBy',
    0,
  ),
  sink(
    'sql',
    'ExecuteDataRow ExecuteDataRowAsync ExecuteDataset ExecuteDatasetAsync ExecuteNonQueryAsync ExecuteReaderAsync ExecuteXmlReader ExecuteScalarAsync UpdateDataset',
    [1, 2],
    /\b(?:MySql|Sql|Npgsql|SQLite)Helper\b/,
  ),
  sink(
    'sql',
    'SqlColumn SqlColumnAsync SqlScalarAsync SqlListAsync',
    [0, 1],
    /\bIDbConnection\b|[dD]b(?:\s|$)/,
    'sql',
  ),
  sink('sql', 'SqlQuery SqlQueryRaw FromSql ExecuteSqlRawAsync', 0, undefined, 'sql'),
  sink(
    'code',
    'ExecLua ExecLuaAsync ExecLuaAsString ExecLuaAsInt ExecLuaAsList ExecCachedLua LoadLuaScript ScriptEvaluate ScriptEvaluateAsync',
    0,
    /[rR]edis|IDatabase\b/,
  ),
  sink(
    'path',
    'AppendText CreateText AppendAllBytes ReadLinesAsync WriteAllLinesAsync WriteAllBytesAsync AppendAllLinesAsync SetAttributes GetAttributes',
    0,
    /\bFile\b|System\.IO/,
  ),
  sink('path', 'CopyTo MoveTo Replace', 0, /\bFileInfo\b|\bDirectoryInfo\b/),
  sink('path', 'GetFile GetFileInfo GetDirectoryContents', 0, /\b\w*FileProvider\b|\bDirectoryInfo\b/),
  sink('path', 'WriteToFile WriteToDirectory', 0, /[eE]ntry\b|[rR]eader\b/),
  sink('path', 'SendFileAsync', 0, /Response/),
  sink('code', 'Load', 0, /\bXslCompiledTransform\b|\bXslTransform\b/),
  sink('ssrf', 'ConnectAsync Connect', 0, /\bTcpClient\b|\bSmtpClient\b|\bFtpClient\b|\bClientWebSocket\b/),
  sink(
    'ssrf',
    'GetFromJsonAsync PostAsJsonAsync PutAsJsonAsync PatchAsync',
    0,
    /HttpClient|[hH]ttp|[cC]lient/,
  ),
];
