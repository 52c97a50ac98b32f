import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/** Names the tests that passed only when they were run again, so that a race is seen although it stops nobody. */
const shaky: Reporter = {
  onTestRunEnd(modules) {
    const found = modules.flatMap((module) => [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky));
    for (const test of found) console.warn(`shaky: ${test.module.relativeModuleId} > ${test.fullName}: passed the second time only`);
  },
};

// In a real Chromium, against the real binary. One server serves all files; the files of a worker share one browser.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/server.ts'],
    reporters: ['default', shaky],
    testTimeout: 300_000,
    hookTimeout: 90_000,
    maxWorkers: 2,
    isolate: false,
    // A page, a browser and a server race on a busy machine: one failure that does not come again is told, and does not stop the work.
    retry: 1,
    // What is waited for comes at once on a machine at rest; beside other work it may take long.
    expect: { poll: { timeout: 30_000 } },
  },
});
