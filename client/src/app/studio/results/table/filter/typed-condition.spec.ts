import { describe, expect, it } from '@jest/globals';
import { typedCondition } from './typed-condition';

describe('typedCondition', () => {
  it.each([
    ['>2990', { op: 'greater_than', value: '2990' }],
    ['> 2990', { op: 'greater_than', value: '2990' }],
    ['< -1.5', { op: 'less_than', value: '-1.5' }],
    ['>=10', { op: 'between', from: '10', to: null }],
    ['≥ 10', { op: 'between', from: '10', to: null }],
    ['<= 10', { op: 'between', from: null, to: '10' }],
    ['≤10', { op: 'between', from: null, to: '10' }],
    ['=5', { op: 'equals', value: '5' }],
    ['==5', { op: 'equals', value: '5' }],
    ['!=5', { op: 'not_equals', value: '5' }],
    ['<>5', { op: 'not_equals', value: '5' }],
    ['≠ 5', { op: 'not_equals', value: '5' }],
    ['1..9', { op: 'between', from: '1', to: '9' }],
    ['0.5 .. 1.5', { op: 'between', from: '0.5', to: '1.5' }],
    ['-3..-1', { op: 'between', from: '-3', to: '-1' }],
    ['5..', { op: 'between', from: '5', to: null }],
    ['..5', { op: 'between', from: null, to: '5' }],
    ['>2026-01-31', { op: 'greater_than', value: '2026-01-31' }],
    ['5', null],
    ['1.5', null],
    ['-1e5', null],
    ['', null],
    ['>', null],
    ['..', null],
  ])('reads %j', (typed, expected) => {
    expect(typedCondition(typed)).toEqual(expected);
  });
});
