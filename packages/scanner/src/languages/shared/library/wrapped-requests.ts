/** Frameworks that wrap the request and the response of another one. */
const aliases: Record<string, string> = {
  '@ctx.request': '@req',
  '@ctx.req': '@req',
  '@ctx.response': '@res',
  '@ctx.res': '@res',
  '@req.req': '@req',
  '@req.request': '@req',
  '@req.res': '@res',
  '@req.raw': '@req',
  '@res.raw': '@res',
  '@event.node': '@ctx',
};

/** The name of the wrapped object, if it is accessed through another framework. */
export function aliasOf(symbol: string): string {
  return symbol.startsWith('@') ? (aliases[symbol] ?? symbol) : symbol;
}
