/** Saves a text, or bytes, as a file of the person's own. */
export function download(name: string, text: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun by then; it is not to stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system takes. */
export function fileName(name: string, ending: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  return `${plain === '' ? 'application' : plain}${ending}`;
}
