/** A function that answers requests, by its parameters. */
export const handler = /http\.ResponseWriter|\*gin\.Context|echo\.Context|\*fiber\.Ctx/;
