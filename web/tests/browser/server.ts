// Starts the binary a player runs, on any free port, with a store of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const binary = resolve(process.env['KRIGSSPIL'] ?? '../target/debug/krigsspil');
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build it with \`cargo build -p krigsspil-cli\``);
  const folder = mkdtempSync(join(tmpdir(), 'krigsspil-'));
  const store = join(folder, 'rosters.sqlite');
  const server = spawn(binary, ['--lang', 'en', 'play', '--no-browser', '--port', '0', '--store', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    server.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      const match = /http:\/\/[\d.:]+/.exec(said);
      if (match) found(match[0]);
    });
    server.on('exit', (code) => failed(new Error(`the server ended (${code}) before it listened: ${said}`)));
  });
  project.provide('address', address);
  return () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}
