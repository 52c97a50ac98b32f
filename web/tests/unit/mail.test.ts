import { describe, expect, test } from 'vitest';
import { MailSession, replyIn, turnIn } from '../../src/games/mail.svelte';

describe('files by mail', () => {
  test('what only an engine knows is refused in words, without asking a server', async () => {
    const mail = new MailSession({ seat: 'red' } as never, 'en', () => 'Not by mail.');
    for (const asked of [mail.seat.sight([0, 0]), mail.seat.reach('r1')]) await expect(asked).rejects.toThrow('Not by mail.');
    expect((await mail.seat.intend([{ unit: 'r1' }]))[0]?.refused?.message).toBe('Not by mail.');
  });
  test('what a ready-made order would come to is in the file, whatever of it says nothing; of others it tells nothing', async () => {
    const fire = { do: 'order', unit: 'r1', order: { kind: 'fire', target: 'b1' } };
    const preview = { path: [], ends: null, not_reached: [], meets: [], ground: [], sums: [{ procedure: 'small_arms_fire' }] };
    const mail = new MailSession({ seat: 'red', foreseen: [{ action: fire, preview }] } as never, 'en', () => 'Not by mail.');
    expect((await mail.seat.preview({ ...fire, order: { ...fire.order, held: false } })).sums).toEqual(preview.sums);
    expect((await mail.seat.preview({ ...fire, order: { ...fire.order, target: 'b2' } })).sums).toEqual([]);
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
