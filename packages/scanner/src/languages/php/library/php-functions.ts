import { type SinkRule, sink } from '../../../flow/language-model.ts';

/** Functions that take the name of a file, a host or a function, from the manual. */
export const functionSinks: readonly SinkRule[] = [
  sink('command', 'ssh2_exec', 1),
  sink('command', 'expect_popen', 0),
  sink(
    'path',
    'readgzfile gzfile gzopen bzopen link symlink chmod chown chgrp lchown tempnam stat lstat filesize filemtime fileperms is_dir is_readable is_writable is_link finfo_file exif_read_data disk_free_space readlink imagecreatefrompng imagecreatefromjpeg imagecreatefromgif imagecreatefromwebp ftp_put zip_open dir php_strip_whitespace',
    0,
    /^\s*\s*\s*$/,
  ),
  sink(
    'path',
    'DirectoryIterator RecursiveDirectoryIterator FilesystemIterator GlobIterator SplTempFileObject',
    0,
  ),
  // SQLite3, MySQLi, and whole statements of Laravel's connection.
  sink('sql', 'pg_prepare pg_send_prepare', 2, undefined, 'text'),
  sink('sql', 'querySingle execute_query', 0, undefined, 'text'),
  sink('sql', 'insert update delete selectOne cursor affectingStatement', 0, /^\S*\s\S*\sDB\b|\bDB$/, 'text'),
  sink('sql', 'sqlsrv_prepare db2_prepare db2_exec odbc_do ibase_prepare mssql_query', 1, undefined, 'text'),
  sink('ssrf', 'stream_socket_client pfsockopen ftp_connect ssh2_connect', 0),
  sink('code', 'forward_static_call forward_static_call_array call_user_method ReflectionFunction', 0),
  sink('xss', 'var_dump var_export', 0, /^\s*\s*\s*$/),
  sink('ldap', 'ldap_add ldap_delete ldap_modify ldap_mod_add ldap_mod_replace ldap_rename', 1),
  sink(
    'sql',
    'mysqli_execute_query mysqli_stmt_prepare pg_query_params pg_prepare oci_parse odbc_prepare cubrid_query ingres_query maxdb_query',
    1,
    undefined,
    'text',
  ),
];
