import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The service worker stands at the top, under its own name, because its place decides what it may serve.
export default defineConfig({
  plugins: [svelte()],
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
  server: { proxy: { '/api': { target: process.env['KRIGSSPIL_SERVER'] ?? 'http://127.0.0.1:1815', ws: true } } },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
