import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vitest/config';

/** Writes into the service worker which files it keeps: all that was built, the public ones, and the page itself. */
function keptFiles(): Plugin {
  return {
    name: 'kept-files',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['worker.js'];
      if (worker?.type !== 'chunk') return;
      const built = Object.keys(bundle).filter((name) => name !== 'worker.js' && name !== 'index.html' && !/\.(map|woff)$/.test(name));
      const files = ['./', ...built, ...readdirSync('public')].sort();
      const page = bundle['index.html'];
      const digest = createHash('sha256').update(JSON.stringify(files)).update(page?.type === 'asset' ? page.source : '');
      worker.code = worker.code.replace(/(["'`])__FILES__\1/, files.map((name) => JSON.stringify(name)).join(',')).replace('__BUILD__', digest.digest('hex').slice(0, 12));
    },
  };
}

/** Packs the modules of sums, which are three quarters of the page: the server has them in its binary, and sends them packed. */
function packedModules(): Plugin {
  return {
    name: 'packed-modules',
    writeBundle({ dir = 'dist' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => each.endsWith('.wasm'))) {
        const file = join(dir, name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
        rmSync(file);
      }
    },
  };
}

// The service worker stands at the top, under its own name, because its place decides what it may serve.
export default defineConfig(({ mode }) => ({
  // On a static host the page may lie in any folder; the server has it at the root, and answers every address with it.
  base: mode === 'site' ? './' : '/',
  plugins: [svelte(), keptFiles(), ...(mode === 'site' ? [] : [packedModules()])],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', worker: 'src/worker.ts' },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: process.env['KRIGSSPIL_SERVER'] ?? 'http://127.0.0.1:1815', ws: true } } },
  test: { include: ['tests/unit/**/*.test.ts'] },
}));
