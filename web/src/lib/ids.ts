// Ids for things made on the page. `crypto.randomUUID` exists only over https or on the machine itself; a telephone on the club's network
// uses http.

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
