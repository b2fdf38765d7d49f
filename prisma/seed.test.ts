import { expect, it } from 'vitest'
import { readSeedRequest } from './seed'

const read = (...args: string[]) => readSeedRequest(args, (words) => new Error(words))

it('names the project after the scenario and uses its default size', () => {
  expect(read('million')).toMatchObject({ name: 'million', project: 'million', count: 1_000_000 })
  expect(read('iterations', '--project', 'mine', '--count', '7')).toMatchObject({ project: 'mine', count: 7 })
})

it.each([
  [[], 'Usage'],
  [['everything'], 'Usage'],
  [['sample', 'empty'], 'Usage'],
  [['sample', '--colour'], 'Usage'],
  [['sample', '--count', '3'], '--count'],
  [['million', '--count', 'many'], '--count'],
  [['million', '--count', '1.5'], '--count'],
  [['sample', '--project', 'Not A Slug'], '--project'],
])('refuses %j', (args, words) => {
  expect(() => read(...args)).toThrow(words)
})
