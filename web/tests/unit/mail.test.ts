import { describe, expect, test } from 'vitest';
import { MailSession, replyIn, turnIn } from '../../src/games/mail.svelte';

describe('files by mail', () => {
  test('what only an engine knows is refused in words, without asking a server', async () => {
    const mail = new MailSession({ seat: 'red' } as never, 'en', () => 'Not by mail.');
    for (const asked of [mail.seat.sight([0, 0]), mail.seat.reach('r1')]) await expect(asked).rejects.toThrow('Not by mail.');
    expect((await mail.seat.intend([{ unit: 'r1' }]))[0]?.refused?.message).toBe('Not by mail.');
  });
  test('are told apart, and nothing else is taken for one', () => {
    const turn = JSON.stringify({ mail_turn: 'h', seat: 'red', after: 0, turn: 1, view: {}, board: {}, prompts: [], told: [] });
    const reply = JSON.stringify({ mail_reply: 'h', seat: 'red', after: 0, actions: [] });
    expect([turnIn(turn)?.seat, turnIn(reply), replyIn(reply)?.seat, replyIn(turn)]).toEqual(['red', undefined, 'red', undefined]);
    for (const text of ['', '{', '[]', 'null', '3', '{"mail_turn":1}', '{"mail_turn":"h","seat":"red"}', '{"version":1,"rules":"gdc"}']) {
      expect([turnIn(text), replyIn(text)], text).toEqual([undefined, undefined]);
    }
  });
});
