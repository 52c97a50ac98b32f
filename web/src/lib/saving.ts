/** Offers a text as a file to save. */
export function saveAs(name: string, text: string, kind = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A name for a file: letters and numbers only. */
export const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '-');
