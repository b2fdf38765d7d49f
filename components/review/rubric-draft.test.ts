import { expect, it } from 'vitest'
import type { RubricItem } from '@/lib/contracts/rubrics'
import { blank, mergeItems, toDrafts, toItems } from './rubric-draft'

const items: RubricItem[] = [
  { key: 'right', label: 'Is it right?', hint: 'Against the source', kind: 'boolean', of: 'run', required: true },
  { key: 'tone', label: 'Tone', kind: 'scale', of: 'run', points: 7, required: false },
  { key: 'fault', label: 'Fault', kind: 'category', of: 'step', options: ['wrong tool', 'loop'], required: false },
]

it('gives back the items that it was made from', () => {
  expect(toItems(toDrafts(items))).toEqual(items)
})

it.each([
  ['Is it SAFE?', 'is_it_safe'],
  ['Tone', 'tone_2'],
  ['2nd look', 'nd_look'],
  ['正しい?', 'item'],
])('a new item "%s" gets a key that no other has', (label, key) => {
  const added = { ...blank(9), label }
  expect(toItems([...toDrafts(items), added]).at(-1)?.key).toBe(key)
})

it('keeps the key of a saved item whose label changes', () => {
  const [first, ...others] = toDrafts(items)
  const renamed = first && { ...first, label: 'Correct?' }
  expect(toItems(renamed ? [renamed, ...others] : []).map(({ key }) => key)).toEqual(['right', 'tone', 'fault'])
})

it('keeps what two people changed in different items', () => {
  const mine = items.map((item) => (item.key === 'tone' ? { ...item, label: 'Voice' } : item))
  const theirs = items.filter(({ key }) => key !== 'fault')
  expect(mergeItems(items, mine, theirs).map(({ label }) => label)).toEqual(['Is it right?', 'Voice'])
})
