/** Saves text or bytes as a file. */
export function download(name: string, text: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then; frees the memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name valid in every file system. */
export function fileName(name: string, ending: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  return `${plain === '' ? 'application' : plain}${ending}`;
}
