// A small client of WebDriver BiDi, which every Firefox speaks by itself: no driver beside it, and no package. Playwright drives only Firefoxes of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The Firefox of this machine; nothing where there is none. */
export function firefoxHere(): string | undefined {
  return [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox'].find((path) => path !== undefined && existsSync(path));
}

/** Text frames over a socket: as much of RFC 6455 as a client needs that sends short texts and reads long ones. */
class Frames {
  private read = Buffer.alloc(0);
  private parts: Buffer[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly heard: (text: string) => void,
  ) {
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', () => undefined);
  }

  send(text: string): void {
    const body = Buffer.from(text);
    // What the tests send is short: a length of two bytes is enough.
    const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 0xff]);
    const mask = randomBytes(4);
    this.socket.write(Buffer.concat([head, mask, body.map((byte, place) => byte ^ (mask[place % 4] ?? 0))]));
  }

  private take(chunk: Buffer): void {
    this.read = Buffer.concat([this.read, chunk]);
    for (;;) {
      const [first, second] = this.read;
      if (first === undefined || second === undefined) return;
      const short = second & 0x7f;
      const from = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.read.length < from) return;
      const long = short === 126 ? this.read.readUInt16BE(2) : short === 127 ? Number(this.read.readBigUInt64BE(2)) : short;
      if (this.read.length < from + long) return;
      if ((first & 0x0f) <= 1) this.parts.push(this.read.subarray(from, from + long));
      this.read = this.read.subarray(from + long);
      if ((first & 0x80) !== 0 && this.parts.length > 0) this.heard(Buffer.concat(this.parts.splice(0)).toString());
    }
  }
}

function opened(port: number, heard: (text: string) => void): Promise<Frames> {
  return new Promise((done, failed) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') };
    const asking = request({ host: '127.0.0.1', port, path: '/session', headers });
    asking.on('upgrade', (_, socket: Socket) => done(new Frames(socket, heard)));
    asking.on('response', (answer) => failed(new Error(`Firefox answers ${answer.statusCode}`)));
    asking.on('error', failed);
    asking.end();
  });
}

interface Answer {
  id?: number;
  type: string;
  error?: string;
  message?: string;
  method?: string;
  result?: { contexts?: { context: string }[]; type?: string; result?: { value?: string }; exceptionDetails?: { text: string } };
  params?: { level?: string; text?: string };
}

/** A page in Firefox. */
export class Firefox {
  /** What the page and its console complained of. */
  readonly complaints: string[] = [];
  private frames: Frames | undefined;
  private next = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private context = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(path: string, languages: string): Promise<Firefox> {
    const folder = mkdtempSync(join(tmpdir(), 'krigsspil-firefox-'));
    const settings = { 'intl.accept_languages': languages, 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false };
    writeFileSync(join(folder, 'user.js'), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
    const child = spawn(path, ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', '--width', '1440', '--height', '900', 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const firefox = new Firefox(child, folder);
    const port = await new Promise<number>((found, failed) => {
      let said = '';
      child.stderr.on('data', (part: Buffer) => {
        said += part.toString();
        const match = /WebDriver BiDi listening on ws:\/\/[^:]+:(\d+)/.exec(said);
        if (match) found(Number(match[1]));
      });
      child.on('exit', () => failed(new Error(`Firefox ended: ${said}`)));
    });
    firefox.frames = await opened(port, (text) => firefox.heard(JSON.parse(text) as Answer));
    await firefox.ask('session.new', { capabilities: {} });
    await firefox.ask('session.subscribe', { events: ['log.entryAdded'] });
    const tree = await firefox.ask('browsingContext.getTree', {});
    firefox.context = tree.result?.contexts?.[0]?.context ?? '';
    await firefox.ask('browsingContext.setViewport', { context: firefox.context, viewport: { width: 1440, height: 900 } });
    return firefox;
  }

  private heard(answer: Answer): void {
    // A refusal is a normal answer; the browser still reports it.
    if (answer.method === 'log.entryAdded' && answer.params?.level === 'error') this.complaints.push(answer.params.text ?? '');
    if (answer.id === undefined) return;
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  private async ask(method: string, params: object): Promise<Answer> {
    const id = (this.next += 1);
    const answer = await new Promise<Answer>((done, failed) => {
      const late = setTimeout(() => failed(new Error(`Firefox does not answer ${method}`)), 90_000);
      this.waiting.set(id, (answer) => {
        clearTimeout(late);
        done(answer);
      });
      this.frames?.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message}`);
    return answer;
  }

  async goto(url: string): Promise<void> {
    await this.ask('browsingContext.navigate', { context: this.context, url, wait: 'interactive' });
  }

  /** Works something out in the page; what comes of it is read as JSON. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result } = await this.ask('script.evaluate', { expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`, target: { context: this.context }, awaitPromise: true });
    if (result?.type === 'exception') throw new Error(`${expression}: ${result.exceptionDetails?.text}`);
    return JSON.parse(result?.result?.value ?? 'null') as T;
  }

  /** Waits until something is so in the page. */
  async until(expression: string): Promise<void> {
    const found = await this.evaluate<boolean>(`new Promise((done) => {
      const end = Date.now() + 60000;
      const look = () => { if (${expression}) done(true); else if (Date.now() > end) done(false); else setTimeout(look, 50); };
      look();
    })`);
    if (!found) throw new Error(`it never came that ${expression}`);
  }

  /** Presses what a selector finds, when it is there and can be pressed. */
  async click(selector: string): Promise<void> {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(`${found} && !${found}.disabled`);
    await this.evaluate(`${found}.click()`);
  }

  /** Drags with a real mouse. */
  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const move = ({ x, y }: { x: number; y: number }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 100 });
    const actions = [move(from), { type: 'pointerDown', button: 0 }, move({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }), move(to), { type: 'pause', duration: 200 }, { type: 'pointerUp', button: 0 }];
    await this.ask('input.performActions', { context: this.context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async end(): Promise<void> {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
