/** Where a framework keeps what belongs to one request: what is left there is found by all that handle it afterwards. */
export interface RequestPlace {
  /** Names of languages with a space between. */
  languages: string;
  /** What is known of the thing by its name, type and text. */
  on: RegExp;
  /** Its fields, its elements, or calls that set and get by a name. */
  by: 'field' | 'element' | RegExp;
}

export const requestPlaces: readonly RequestPlace[] = [
  // Flask and Quart
  { languages: 'Python', on: /^(?:flask|quart)\.g\s/, by: 'field' },
  // Starlette and FastAPI; Django and Flask let a request have fields of the program's own
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
  // What Go's servers hand on with the context of a request
  {
    languages: 'Go',
    on: /^context\s|\bcontext\.Context\b|\bContext\(\)|\bctx$/,
    by: /^(?:WithValue|Value)$/,
  },
  // Rails, for as long as a request lasts
  { languages: 'Ruby', on: /(?:^|[\s:])Current$/, by: 'field' },
  // Laravel; PSR-7 and Symfony
  { languages: 'PHP', on: /\bContext\b/, by: /^(?:add|addHidden|get|getHidden|pull)$/ },
  { languages: 'PHP', on: /[rR]equest\b|@req/, by: /^(?:with|get)Attribute$/ },
  { languages: 'PHP', on: /\battributes$/, by: /^[sg]et$/ },
  { languages: 'Go', on: /\bfiber\.Ctx\b|^@ctx\s/, by: /^Locals$/ },
];
