import { expect, test } from 'vitest'
import { averagePrecision, bestF1, confusionAt, f1, type Judged, precision, recall } from './classification.ts'

const judged = (text: string): Judged[] =>
  text.split(' ').map((item) => ({ score: Number(item.slice(1)), isMatch: item.startsWith('+') }))

test('precision, recall and F1 follow from the four counts', () => {
  const counts = confusionAt(0.5, judged('+0.9 +0.5 -0.7 +0.4 -0.1 -0.2'))
  expect(counts).toEqual({ truePositives: 2, falsePositives: 1, falseNegatives: 1, trueNegatives: 2 })
  expect(precision(counts)).toBeCloseTo(2 / 3)
  expect(recall(counts)).toBeCloseTo(2 / 3)
  expect(f1(counts)).toBeCloseTo(2 / 3)
})

test('precision without calls, and recall without matches, are undefined', () => {
  expect(precision(confusionAt(0.5, judged('+0.1')))).toBeNaN()
  expect(recall(confusionAt(0.5, judged('-0.9')))).toBeNaN()
})

test('best F1 names its threshold', () => {
  expect(bestF1(judged('+0.9 +0.8 -0.7 +0.6 -0.5'))).toEqual({ f1: 6 / 7, threshold: 0.6 })
  expect(bestF1(judged('+0.9 -0.8'))).toEqual({ f1: 1, threshold: 0.9 })
  expect(bestF1(judged('-0.9')).f1).toBe(0)
})

test('average precision is the mean precision at each match', () => {
  expect(averagePrecision(judged('+0.9 -0.8 +0.7'))).toBeCloseTo((1 + 2 / 3) / 2)
  expect(averagePrecision(judged('+0.9 +0.8 -0.7'))).toBe(1)
})

test('the order of equal scores does not matter', () => {
  expect(averagePrecision(judged('+0.5 -0.5'))).toBe(0.5)
  expect(averagePrecision(judged('-0.5 +0.5'))).toBe(0.5)
  expect(bestF1(judged('-0.5 +0.5')).f1).toBeCloseTo(2 / 3)
})
