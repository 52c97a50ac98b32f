import { defineConfig } from 'vitest/config';

// In a real Chromium, against the real binary. One server serves all files; the files of a worker share one browser.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/server.ts'],
    testTimeout: 300_000,
    hookTimeout: 90_000,
    maxWorkers: 2,
    isolate: false,
    // What is waited for comes at once on a machine at rest; beside other work it may take long.
    expect: { poll: { timeout: 30_000 } },
  },
});
