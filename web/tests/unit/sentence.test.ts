import { describe, expect, test } from 'vitest';
import type { Schema } from '../../src/lib/api';
import { fieldsOf } from '../../src/lib/form';
import { isWorking, sentence, small } from '../../src/lib/sentence';
import { words } from '../../src/lib/words';

const schema: Schema = {
  type: 'object',
  properties: {
    dice_sum: { type: 'integer', title: 'Throw' },
    loss_men: { type: 'integer', title: 'Men lost' },
    falls: { type: 'boolean', title: 'General falls' },
    order: { type: 'string', title: 'Order', enum: ['OR', 'none'], 'x-labels': ['in order', 'none'] },
    side: { type: 'object', title: 'Attacker', properties: { losses: { type: 'integer', title: 'Losses' } } },
  },
};
const fields = fieldsOf(schema);
const outcome = { dice_sum: 7, loss_men: 12, falls: false, order: 'OR', side: { losses: 3 } };

describe('a result in a sentence', () => {
  test('blanks are filled in, with the words for choices, and within groups', () => {
    expect(sentence('loses {loss_men}, {order}, {side.losses}.', fields, outcome, words.en)).toBe('Loses 12, in order, 3.');
  });
  test('what has nothing to tell is left out', () => {
    const template = '{loss_men} men[; {?falls}the general falls][; {!falls}the general lives].';
    expect(sentence(template, fields, outcome, words.en)).toBe('12 men; the general lives.');
    expect(sentence(template, fields, { ...outcome, falls: true }, words.en)).toBe('12 men; the general falls.');
    expect(sentence('Done[, {loss_men} lost].', fields, { ...outcome, loss_men: 0 }, words.en)).toBe('Done.');
  });
  test('one and many have their own words', () => {
    const template = '{side.losses} {side.losses:base|bases}';
    expect(sentence(template, fields, outcome, words.en)).toBe('3 bases');
    expect(sentence(template, fields, { ...outcome, side: { losses: 1 } }, words.en)).toBe('1 base');
    expect(sentence('{loss_men}', fields, { ...outcome, loss_men: 1.5 }, words.da)).toBe('1,5');
  });
  test('a choice begins small within the sentence, unless it is a name or an abbreviation', () => {
    const labelled = (label: string) =>
      sentence('Now {order}.', fieldsOf({ type: 'object', properties: { order: { type: 'string', enum: ['x'], 'x-labels': [label] } } }), { order: 'x' }, words.en);
    expect([labelled('In order'), labelled('FU'), labelled('A')]).toEqual(['Now in order.', 'Now FU.', 'Now A.']);
    expect([labelled('Let uorden (LU)'), labelled('Springfield M61'), labelled('Old Guard')]).toEqual(['Now let uorden (LU).', 'Now Springfield M61.', 'Now Old Guard.']);
    // A fraction is no name: skema XVI.
    expect(labelled('Retirerer 1/2 træk')).toBe('Now retirerer 1/2 træk.');
  });
  test('a label begins with a small letter inside a sentence, an abbreviation does not', () => {
    expect(['U after', 'LU degrees', 'FU', 'A', 'A unit', 'I uorden', 'Ørkesløs', 'infanteri'].map(small)).toEqual(['U after', 'LU degrees', 'FU', 'A', 'a unit', 'i uorden', 'ørkesløs', 'infanteri']);
  });
  test('a part that asks may fill in a nought', () => {
    expect(sentence('[{!falls}{loss_men} lost]', fields, { ...outcome, loss_men: 0 }, words.en)).toBe('0 lost');
  });
  test('without a sentence the telling fields stand in a row, without the workings', () => {
    expect(sentence('', fields, outcome, words.en)).toBe('Men lost: 12 · Order: in order · Attacker: Losses: 3');
    expect(isWorking('dice_sum') && isWorking('loss_per_unit') && !isWorking('loss_men')).toBe(true);
  });
});
