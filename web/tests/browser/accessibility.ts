// What axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

interface Axe {
  run: (within: Document, options: { resultTypes: string[] }) => Promise<{ violations: Finding[] }>;
}

/** What axe-core finds that is serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as { axe: Axe };
    return (await engine.run(document, { resultTypes: ['violations'] })).violations;
  });
  const serious = findings.filter((each) => each.impact === 'serious' || each.impact === 'critical');
  return serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
}
