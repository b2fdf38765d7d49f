import { describe, expect, it } from 'vitest'
import { confidenceVerdict, qualityText, qualityVerdict, shownQuality } from './quality-verdict'

const run = { profile: 'stratt', quality: 0.9, grade: null, band: 'good', blocked: false } as const

describe('the quality of a run', () => {
  it.each([
    ['measured', run, 0.9, '0.90'],
    ['a gaff score', { ...run, profile: 'gaff', band: null, grade: 'good' }, 0.9, '0.90'],
    ['measured and zero', { ...run, quality: 0, band: 'poor' }, 0, '0.00'],
    ['too little measured', { ...run, quality: 0, band: null }, null, 'too little measured'],
    ['not scored', { ...run, quality: null, band: null }, null, '—'],
  ] as const)('is shown where it is known: %s', (_, scored, value, text) => {
    expect(shownQuality(scored)).toBe(value)
    expect(qualityText(scored)).toBe(text)
  })
})

describe('qualityVerdict', () => {
  it.each([
    ['a good band', run, 'pass', 'Good'],
    ['a good band that is blocked', { ...run, blocked: true }, 'review', 'Good'],
    ['a review band', { ...run, band: 'review' }, 'review', 'Review'],
    ['a poor band', { ...run, band: 'poor' }, 'fail', 'Poor'],
    ['no score', { ...run, quality: null, band: null }, 'unknown', 'Not scored'],
    ['too little measured for a band', { ...run, band: null }, 'unknown', 'Too little measured'],
    ['a good grade', { ...run, profile: 'gaff', grade: 'good' }, 'pass', 'Solid'],
    ['a poor grade', { ...run, profile: 'gaff', grade: 'poor' }, 'fail', 'Weak'],
    ['an acceptable grade', { ...run, profile: 'gaff', grade: 'acceptable' }, 'review', 'Acceptable'],
    ['a failed grade', { ...run, profile: 'gaff', grade: 'failed' }, 'fail', 'Failed'],
    ['no grade', { ...run, profile: 'gaff', quality: null }, 'unknown', 'Not scored'],
    ['a confidence', { ...run, profile: 'confidence', quality: 0.6 }, 'review', 'Below 0.80'],
  ] as const)('of %s', (_, scored, tone, word) => {
    expect(qualityVerdict(scored)).toMatchObject({ tone, word })
  })

  it.each([
    [0.8, 'pass'],
    [0.8 - 1e-12, 'pass'],
    [0.8 - 1e-8, 'review'],
    [0.5, 'review'],
    [0.49, 'fail'],
    [0, 'fail'],
    [null, 'unknown'],
  ])('of the confidence %s is %s', (value, tone) => {
    expect(confidenceVerdict(value).tone).toBe(tone)
  })
})
