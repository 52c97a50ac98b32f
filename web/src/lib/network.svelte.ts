// Links that others on the network can open: this machine's own name is of no use to them.
import { api } from './api';

class Network {
  private found = $state.raw<Awaited<ReturnType<typeof api.network>> | undefined>(undefined);
  private asked = false;
  /** Was the page opened by a name that only this machine knows? */
  readonly isLocal = /^(localhost|127\.|\[?::1)/.test(location.hostname);

  /** Asks where others reach this server, once. */
  find(): void {
    if (this.asked) return;
    this.asked = true;
    api.network().then(
      (found) => (this.found = found),
      () => (this.asked = false),
    );
  }

  /** Can only this machine open the links? */
  get onlyHere(): boolean {
    return this.isLocal && this.found?.only_here === true;
  }

  /** The beginning of every link. */
  get origin(): string {
    return this.isLocal && this.found?.address ? `${location.protocol}//${this.found.address}${location.port ? `:${location.port}` : ''}` : location.origin;
  }
}

export const network = new Network();

/** Copies a text. Over plain http there is no clipboard: the field with it is selected, and copied in the old way where that still works. */
export async function copied(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return document.execCommand('copy');
  }
}
