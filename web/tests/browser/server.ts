// One server for all tests, except those that stop their own.
import type { TestProject } from 'vitest/node';
import { Serving } from './serving';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serving = await Serving.start();
  project.provide('address', serving.address);
  return () => serving.end();
}
