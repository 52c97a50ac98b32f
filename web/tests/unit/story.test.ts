import { describe, expect, test } from 'vitest';
import { words } from '../../src/lib/words';
import { refusal, Story } from '../../src/table/story';
import type { Told, WordTable } from '../../src/games/types';
import type { Declared } from '../../src/table/declared';

const table: WordTable = {
  event: { loses: '{unit} loses {men} {men:man|men}', halts: '{unit} gets no farther: {reason}' },
  choice: { 'reason.friend': 'a unit of its own side', friend: 'Friend' },
};

function told(what: string, about: Record<string, unknown>): string {
  const story = new Story(table, {} as Declared, words.en);
  return story.sentence({ what, about } as unknown as Told);
}

describe('the sentence of an event', () => {
  test('has the form that a count asks for', () => {
    expect(told('loses', { unit: 'b1', men: 1 })).toBe('B1 loses 1 man');
    expect(told('loses', { unit: 'b1', men: 12 })).toBe('B1 loses 12 men');
  });
  test('does not tell of a way of nothing, or of a list of nobody', () => {
    const texts = { retires: '{unit} retires {cm} cm', 'retires.without.cm': '{unit} has to retire, but cannot', engaged: 'engaged: {commands}', 'engaged.without.commands': 'no command is engaged' };
    const story = new Story({ event: texts }, {} as Declared, words.en);
    const said = (what: string, about: Record<string, unknown>) => story.sentence({ what, about } as unknown as Told);
    expect(said('retires', { unit: 'b1', cm: 0 })).toBe('B1 has to retire, but cannot');
    expect(said('retires', { unit: 'b1', cm: 4.5 })).toBe('B1 retires 4.5 cm');
    expect(said('engaged', { commands: [] })).toBe('No command is engaged');
    expect(said('engaged', { commands: ['Dupas'] })).toBe('Engaged: Dupas');
  });
  test('says a choice in the word of its field', () => {
    expect(told('halts', { unit: 'b1', reason: 'friend' })).toBe('B1 gets no farther: a unit of its own side');
  });
});

describe('how a unit is in hand', () => {
  const declared = { shown: (part: string, field: string) => (part === 'UnitShown' && field === 'order' ? { labels: new Map([['in_recall', 'Tilbagekaldt'], ['OR', 'Orden (OR)']]) } : undefined) } as unknown as Declared;
  const story = new Story(table, declared, words.da);
  test('is told in words, with the print’s own letters as they are', () => {
    expect(['in_recall', 'OR', 'LU1', '−5', '~'].map((word) => story.state(word))).toEqual(['tilbagekaldt', 'OR', 'LU1', '−5', '~']);
  });
  test('stands so on the table and over it', () => {
    expect(story.called([{ name: 'a', badge: 'in_recall' }, { name: 'b', badge: '' }])).toEqual([{ name: 'a', badge: 'tilbagekaldt' }, { name: 'b', badge: '' }]);
    expect(story.marked([{ text: 'in_recall' }, { text: '−3' }])).toEqual([{ text: 'tilbagekaldt' }, { text: '−3' }]);
  });
});

describe('texts of the scenario', () => {
  test('are told in the reader’s language where they are known, and lengths with their measure', () => {
    const story = new Story(table, {} as Declared, words.da, { Danes: 'Danskerne' });
    story.learn(undefined, { sides: [{ id: 'd', name: 'Danes' }, { id: 'l', name: 'Legion' }] } as never);
    expect([story.side('d'), story.side('l'), story.said('Nowhere')]).toEqual(['Danskerne', 'Legion', 'Nowhere']);
    const kinds = { tag: 'step', kinds: [{ word: 'ahead', title: 'Ahead', rule: undefined, among: undefined, fields: [{ name: 'cm', title: 'cm', kind: 'number' }, { name: 'degrees', title: 'Degrees', kind: 'number' }, { name: 'far', title: 'Meter', kind: 'number' }, { name: 'off', title: 'Yards', kind: 'number' }] }] };
    expect(story.deed(kinds as never, { step: 'ahead', cm: 9.5, degrees: -18, far: 370, off: 129 })).toBe('Ahead: 9,5 cm, −18°, 370 meter, 129 yards');
  });
  test('a courier is called by his leader, in a sentence too; the number of one whose leader is not known says nothing', () => {
    const story = new Story({ event: { captured: 'the courier {courier} is captured by {unit}' } } as never, {} as Declared, words.en);
    story.learn({ units: [{ id: 'b1', name: '19th Indiana' }], friends: [], enemies: [], generals: [{ id: 'morrow', name: 'Morrow' }] } as never, undefined);
    expect(['morrow/1', 'trimble/2'].map((id) => story.name(id))).toEqual(['1 (Morrow)', 'trimble/2']);
    expect(story.sentence({ what: 'captured', about: { courier: 'morrow/1', unit: 'b1' } } as unknown as Told)).toBe('The courier 1 (Morrow) is captured by 19th Indiana');
  });
  test('a name stays a name inside a sentence', () => {
    const story = new Story({ event: { storms: '{unit} melder storm på {zone}' } } as never, {} as Declared, words.da, { Holm: 'Holmgård' });
    expect(story.sentence({ what: 'storms', about: { unit: 'b1', zone: 'Holm' } } as unknown as Told)).toBe('B1 melder storm på Holmgård');
  });
  test('whom a seat met it knows in the other language too, by what it saw', () => {
    const english = new Story({ arm: { infantry: 'Infantry' } } as never, {} as Declared, words.en);
    english.learn({ units: [{ id: 'b1', name: '19th Indiana' }], friends: [], enemies: [{ id: 'r1', arm: 'infantry' }], generals: [] } as never, undefined);
    english.learn({ units: [{ id: 'b2', name: 'Union train' }], friends: [], enemies: [], generals: [] } as never, undefined);
    const danish = new Story({ arm: { infantry: 'Infanteri' } } as never, {} as Declared, words.da, { 'Union train': 'Unionens træn' });
    danish.learnFrom(english);
    expect(['b1', 'b2', 'r1', 'r2'].map((id) => danish.name(id))).toEqual(['19th Indiana', 'Unionens træn', 'Infanteri r1', 'r2']);
  });
  test('name units and places too', () => {
    const story = new Story(table, {} as Declared, words.da, { 'Union train': 'Unionens træn' });
    expect(story.called([{ name: 'Union train' }, { name: '19th Indiana' }]).map((each) => each.name)).toEqual(['Unionens træn', '19th Indiana']);
    const plain = [{ name: 'Union train' }];
    expect(new Story(table, {} as Declared, words.en).called(plain)).toBe(plain);
  });
});

describe('a value of several parts', () => {
  test('is told in words, not keys', () => {
    const story = new Story({ ...table, cell: { target_kind: 'kind of target' } }, {} as Declared, words.en);
    expect(story.value({ target_kind: -2, unknown: 1 })).toBe('kind of target -2, unknown 1');
  });
  test('a refusal is told without the field it was found in, and its rule once', () => {
    expect(refusal('order: a unit in disorder cannot attack (§07.01.4)', '07.01.4')).toBe('A unit in disorder cannot attack');
    expect(refusal('order: en enhed i uorden kan ikke angribe (§07.01.4)', null)).toBe('En enhed i uorden kan ikke angribe (§07.01.4)');
    expect(refusal('It cannot go there now: it has no order for that.', null)).toBe('It cannot go there now: it has no order for that.');
    expect(refusal('', null)).toBe('');
  });
});
