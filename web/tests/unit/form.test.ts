import { describe, expect, test } from 'vitest';
import type { Schema } from '../../src/lib/api';
import { at, blankGroup, complete, fieldAt, fieldsOf, fitting, isSet, percent, put, readable, stated, written } from '../../src/lib/form';
import { words } from '../../src/lib/words';

const schema: Schema = {
  type: 'object',
  required: ['arm', 'attacker', 'ranks'],
  properties: {
    arm: { type: 'string', title: 'Arm', enum: ['inf', 'cav'], 'x-labels': ['Infantry', 'Cavalry'] },
    surprised: { type: 'boolean', title: 'Surprised', default: false, 'x-rule': '05.01' },
    distance: { type: 'number', title: 'Distance', minimum: 0, maximum: 40, multipleOf: 0.5, default: 0 },
    attacker: { type: 'object', title: 'Attacker', required: ['figures'], properties: { figures: { type: 'integer', title: 'Figures' } } },
    ranks: { type: 'array', title: 'Ranks', minItems: 1, maxItems: 3, items: { type: 'integer' } },
  },
};
const fields = fieldsOf(schema);

describe('numbers', () => {
  test('are written as the language writes them, with a space before the per cent sign', () => {
    expect([written(7.5, words.en), written(7.5, words.da), written(7, words.da)]).toEqual(['7.5', '7,5', '7']);
    expect([percent(0.125, words.en, 1), percent(0.125, words.da, 1)]).toEqual(['12.5 %', '12,5 %']);
  });
});

describe('a form made from a schema', () => {
  test('keeps the declared order, labels, bounds and rules', () => {
    expect(fields.map((field) => field.kind)).toEqual(['choice', 'yesNo', 'number', 'group', 'list']);
    expect(fields[0]?.choices[1]).toEqual({ value: 'cav', label: 'Cavalry' });
    expect([fields[2]?.least, fields[2]?.most, fields[2]?.step]).toEqual([0, 40, 0.5]);
    expect(fields[1]?.rule).toBe('05.01');
  });
  test('begins with the groups and lists that must be given', () => {
    expect(blankGroup(fields)).toEqual({ attacker: {}, ranks: [null] });
  });
  test('knows when everything that must be said is said', () => {
    expect(complete(fields, { arm: 'inf', attacker: {}, ranks: [3] })).toBe(false);
    expect(complete(fields, { arm: 'inf', attacker: { figures: 3 }, ranks: [3] })).toBe(true);
  });
  test('sends what was stated, without the blanks', () => {
    expect(stated(fields, { arm: 'inf', distance: null, attacker: { figures: 3 }, ranks: [3, null] })).toEqual({
      arm: 'inf',
      attacker: { figures: 3 },
      ranks: [3],
    });
  });
  test('drops remembered values that no longer fit', () => {
    expect(fitting(fields, { arm: 'camels', surprised: true, gone: 1, distance: 'far' })).toEqual({
      attacker: {},
      ranks: [null],
      surprised: true,
    });
  });
  test('folds away only what is as taken for granted', () => {
    const surprised = fieldAt(fields, 'surprised');
    expect(surprised && [isSet(surprised, false), isSet(surprised, true), isSet(surprised, undefined)]).toEqual([false, true, false]);
  });
  test('reads and writes along paths without changing what was there', () => {
    const values = { attacker: { figures: 3 } };
    expect(at(values, 'attacker.figures')).toBe(3);
    expect(at(values, 'attacker.figures.more')).toBeUndefined();
    expect(put(values, 'attacker.order', 'LU')).toEqual({ attacker: { figures: 3, order: 'LU' } });
    expect(values).toEqual({ attacker: { figures: 3 } });
  });
  test('reads values as people do', () => {
    expect(readable(fields[0], 'cav', words.da)).toBe('Cavalry');
    expect(readable(undefined, true, words.da)).toBe('ja');
    expect(readable(undefined, [1, 2], words.en)).toBe('1, 2');
    expect(readable(undefined, [], words.en)).toBe('none');
    expect(readable(undefined, 1 / 3, words.en)).toBe('0.3333');
  });
});
