// A roster on the club's network: everybody sees the changes of the others.
import { api, Refused } from './api';
import { app } from './app.svelte';
import { newId } from './ids';
import { readRoster, type Roster } from './roster';

/** What is sent: the roster without the information where it is shared. */
function document({ shared: _, ...roster }: Roster): unknown {
  return roster;
}

export async function share(roster: Roster): Promise<void> {
  const { code, revision } = await api.shareRoster(document(roster), app.language);
  app.keepRoster({ ...roster, shared: { code, revision } });
}

/** Sends a change of a shared roster. If somebody else was faster, their version is taken and shown. */
export async function shareChange(roster: Roster): Promise<void> {
  if (!roster.shared) return;
  const { code, revision } = roster.shared;
  try {
    const answer = await api.changeRoster(code, document(roster), revision, app.language);
    app.keepRoster({ ...roster, shared: { code, revision: answer.revision } });
  } catch (error) {
    if (error instanceof Refused && error.error.code === 'changed_since') {
      await refresh(roster);
      app.failure = app.words.sharedChanged;
    } else app.trouble(error);
  }
}

/** Takes the version of the roster on the network. */
export async function refresh(roster: Roster): Promise<void> {
  if (!roster.shared) return;
  const { code } = roster.shared;
  const answer = await api.sharedRoster(code, app.language);
  if (answer.revision === roster.shared.revision) return;
  const theirs = readRoster(JSON.stringify(answer.roster));
  app.keepRoster({ ...theirs, id: roster.id, shared: { code, revision: answer.revision } });
}

/** Opens a shared roster by the code in its link. */
export async function open(code: string): Promise<Roster> {
  const known = app.rosters.find((roster) => roster.shared?.code === code);
  if (known) return known;
  const answer = await api.sharedRoster(code, app.language);
  const theirs = readRoster(JSON.stringify(answer.roster));
  const roster = { ...theirs, id: newId(), shared: { code, revision: answer.revision } };
  app.keepRoster(roster);
  return roster;
}
