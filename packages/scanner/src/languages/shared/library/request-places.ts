/** Where a framework stores the data of one request. Everything that handles the request later can read it. */
export interface RequestPlace {
  /** Names of languages, separated by spaces. */
  languages: string;
  /** Matches the name, type and source text of the object. */
  on: RegExp;
  /** Accessed by field, by element, or by calls that set and get by name. */
  by: 'field' | 'element' | RegExp;
}

export const requestPlaces: readonly RequestPlace[] = [
  // Flask and Quart
  { languages: 'Python', on: /^(?:flask|quart)\.g\s/, by: 'field' },
  // Starlette and FastAPI. In Django and Flask, a program may add its own fields to a request.
  { languages: 'Python', on: /^@req(?:\.state)?\s/, by: 'field' },
  // aiohttp
  { languages: 'Python', on: /^@req\s/, by: 'element' },
  // Express and Fastify; Koa
  { languages: 'JavaScript TypeScript TSX', on: /^(?:@req|@res\.locals|@ctx(?:\.state)?)\s/, by: 'field' },
  // Hono
  { languages: 'JavaScript TypeScript TSX', on: /^@ctx\s/, by: /^[sg]et$/ },
  // Servlets and Spring
  {
    languages: 'Java Kotlin',
    on: /^@req\s|\b(?:Http)?ServletRequest\b|\b(?:Servlet)?RequestAttributes\b|RequestContextHolder\.\w+RequestAttributes\(\)/,
    by: /^[sg]etAttribute$/,
  },
  // ASP.NET
  { languages: 'C#', on: /\b(?:[cC]ontext|HttpContext)\.Items$/, by: 'element' },
  // Gin and Echo; Fiber
  {
    languages: 'Go',
    on: /\b(?:gin|echo)\.Context\b|^@ctx\s/,
    by: /^(?:Set|Get|MustGet|GetString)$/,
  },
  // The context of a request in Go's servers
  {
    languages: 'Go',
    on: /^context\s|\bcontext\.Context\b|\bContext\(\)|\bctx$/,
    by: /^(?:WithValue|Value)$/,
  },
  // Rails, for the duration of a request
  { languages: 'Ruby', on: /(?:^|[\s:])Current$/, by: 'field' },
  // Laravel; PSR-7 and Symfony
  { languages: 'PHP', on: /\bContext\b/, by: /^(?:add|addHidden|get|getHidden|pull)$/ },
  { languages: 'PHP', on: /[rR]equest\b|@req/, by: /^(?:with|get)Attribute$/ },
  { languages: 'PHP', on: /\battributes$/, by: /^[sg]et$/ },
  { languages: 'Go', on: /\bfiber\.Ctx\b|^@ctx\s/, by: /^Locals$/ },
];
