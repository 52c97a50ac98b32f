// After the modules of sums are built: asks each what is in it and writes that down for the page. With `--weigh` it tells how large they are
// compressed, and fails if that is too large: compressing takes half a minute, which nobody who only wants to play should wait for.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { asked, opened } from './src/sums/doors.js';

/** All of them together may not be larger than this, compressed as web hosts do it (brotli). */
const MOST = 3_000_000;

const folder = new URL('./sums/', import.meta.url);
const modules = readdirSync(folder)
  .filter((name) => name.endsWith('.wasm'))
  .sort()
  .map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }));

async function list() {
  const listed = { en: [], da: [] };
  for (const { bytes } of modules) {
    const doors = await opened(await WebAssembly.compile(bytes));
    for (const lang of ['en', 'da']) listed[lang].push(...asked(doors, { ask: 'listed', lang }).answered);
  }
  writeFileSync(new URL('list.json', folder), `${JSON.stringify(listed)}\n`);
}

async function weigh() {
  const [small, zipped] = await Promise.all([brotliCompress, gzip].map((compress) => Promise.all(modules.map(({ bytes }) => promisify(compress)(bytes)))));
  const all = (compressed) => compressed.reduce((sum, each) => sum + each.length, 0);
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  const each = modules.map(({ name }, number) => `${name} ${kilobytes(small[number].length)}`).join(', ');
  console.log(`   sums without the server, compressed: ${each}; together ${kilobytes(all(small))} (gzip ${kilobytes(all(zipped))})`);
  if (all(small) > MOST) throw new Error(`the modules of sums are larger than ${kilobytes(MOST)}`);
}

await (process.argv.includes('--weigh') ? weigh() : list());
