/** A sentence from the service, with names of fields and the like in backticks. */
export function WithCode({ text }: { text: string | undefined }) {
  if (text === undefined || !text.includes('`')) return text;
  const parts = text.split(/`([^`]+)`/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are told apart by their place alone
  return parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
