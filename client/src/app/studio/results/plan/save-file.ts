/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to read.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
