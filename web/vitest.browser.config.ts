import { defineConfig } from 'vitest/config';

// In a real Chromium, against the real binary. One server serves all files.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/server.ts'],
    testTimeout: 300_000,
    hookTimeout: 90_000,
    maxWorkers: 2,
  },
});
