/** Host and port of the URL, without credentials and database. */
export function replicaName(url: string): string {
  const { hostname = '', port = '', searchParams } = URL.parse(url.replace('@/', '@local-socket/')) ?? {};
  const host = searchParams?.get('host') ?? hostname;
  return `${host}:${port || searchParams?.get('port') || '5432'}`;
}
