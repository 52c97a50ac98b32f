// The binary that a player runs, with its own store; it can be stopped and started again at the same address.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export class Serving {
  private constructor(
    private readonly binary: string,
    private readonly folder: string,
    private server: ChildProcess,
    readonly address: string,
  ) {}

  /** Starts the binary on any free port. */
  static async start(): Promise<Serving> {
    const binary = resolve(process.env['KRIGSSPIL'] ?? '../target/debug/krigsspil');
    if (!existsSync(binary)) throw new Error(`${binary} is missing: build it with \`cargo build -p krigsspil-cli\``);
    const folder = mkdtempSync(join(tmpdir(), 'krigsspil-'));
    const { server, address } = await listen(binary, folder, '0');
    return new Serving(binary, folder, server, address);
  }

  /** Ends the server, and waits until nobody listens: then every request fails, including the service worker's. */
  async stop(): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = new Promise((done) => this.server.once('exit', done));
    this.server.kill('SIGKILL');
    await ended;
  }

  /** Starts it again at the same address. */
  async startAgain(): Promise<void> {
    this.server = (await listen(this.binary, this.folder, new URL(this.address).port)).server;
  }

  /** Ends the server and deletes its store. */
  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function listen(binary: string, folder: string, port: string): Promise<{ server: ChildProcess; address: string }> {
  const store = join(folder, 'rosters.sqlite');
  const server = spawn(binary, ['--lang', 'en', 'play', '--no-browser', '--port', port, '--store', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    server.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      const match = /http:\/\/[\d.:]+/.exec(said);
      if (match) found(match[0]);
    });
    server.on('error', failed);
    server.on('exit', (code) => failed(new Error(`the server ended (${code}) before it listened: ${said}`)));
  });
  return { server, address };
}
