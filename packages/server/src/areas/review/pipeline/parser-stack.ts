/**
 * Stack of a thread that parses, taken as it is used. The native parser calls itself for every operator of a chain
 * and ends the process where its stack ends: measured, 4 MB hold 1,000 brackets in one another or 20,000 links of a
 * chain, 512 MB every chain that a file of 1 MB holds.
 */
export const PARSER_STACK_MB = 512;
