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

/** What axe-core finds that is serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    return (await engine.run()).violations;
  });
  const serious = findings.filter((each) => each.impact === 'serious' || each.impact === 'critical');
  return serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
}
