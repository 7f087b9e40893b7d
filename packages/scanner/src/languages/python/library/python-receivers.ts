/** How receivers are written: a request of a web framework, a database cursor, an HTTP client. */
export const request =
  /(?:^|\.)(?:flask\.request|request|@req|bottle\.request|quart\.request|self\.request|sanic\.request|cherrypy\.request)(?:\s|$)/;
export const cursor =
  /curs|\bcur\b|\bc\b|conn|\bdb\b|database|session|engine|execute|connect|sqlite|psycopg|mysql|transaction|connection/i;
export const clients =
  /^(?!.*(?:\bobjects\b|urllib\.parse|\bdb\.session\b|\bsqlalchemy\b|\.json\b))(?:(?:requests|httpx|urllib|urllib3|aiohttp|http|session|client|self\.session|requests_html|pycurl|treq)\b|.*(?:Session|ClientSession|PoolManager|HTTPConnection))/i;
