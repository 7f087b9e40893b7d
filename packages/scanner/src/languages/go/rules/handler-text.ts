/** A function that answers requests, told by what it is given. */
export const handler = /http\.ResponseWriter|\*gin\.Context|echo\.Context|\*fiber\.Ctx/;
