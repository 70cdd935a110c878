/** Give a text to the person as a file. */
export function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const a = Object.assign(document.createElement("a"), { href: address, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}
