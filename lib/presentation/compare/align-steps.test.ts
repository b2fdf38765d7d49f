import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlignableStep, alignSteps } from './align-steps'

const step = (name: string, content: string, id = name): AlignableStep => ({ id, name, role: 'llm', content })
const pairs = (a: AlignableStep[], b: AlignableStep[]) =>
  alignSteps(a, b).map(([x, y]) => `${x === null ? '-' : a[x]?.content}${y === null ? '-' : b[y]?.content}`)

describe('alignSteps', () => {
  const [x, y, z] = [step('x', 'X'), step('y', 'Y'), step('z', 'Z')]

  it.each<[string, AlignableStep[], AlignableStep[], string[]]>([
    ['alike', [x, y], [x, y], ['XX', 'YY']],
    ['handles a removed step', [x, y, z], [x, z], ['XX', 'Y-', 'ZZ']],
    ['handles an inserted step', [x, z], [x, y, z], ['XX', '-Y', 'ZZ']],
    ['pairs a step that did something else', [x, y], [x, step('y', 'Q')], ['XX', 'YQ']],
    ['does not pair steps of other names', [x], [y], ['X-', '-Y']],
    ['handles steps on one side only', [], [x], ['-X']],
    ['handles no steps', [], [], []],
    [
      'pairs by content if an insertion shifted the ids',
      [step('llm', 'A', '1'), step('llm', 'B', '2'), step('llm', 'C', '3')],
      [step('llm', 'N', '1'), step('llm', 'A', '2'), step('llm', 'B', '3'), step('llm', 'C', '4')],
      ['-N', 'AA', 'BB', 'CC'],
    ],
    [
      'pairs by similar content if names are equal',
      [step('llm', 'find the order', '1'), step('llm', 'write the refund', '2')],
      [step('llm', 'write this refund', '9')],
      ['find the order-', 'write the refundwrite this refund'],
    ],
  ])('%s', (_, a, b, expected) => expect(pairs(a, b)).toEqual(expected))

  const steps = fc.array(
    fc.record({
      id: fc.constantFrom('1', '2', '3', '4'),
      name: fc.constantFrom('plan', 'fetch', 'write'),
      role: fc.constantFrom('llm', 'tool'),
      content: fc.constantFrom('one word here', 'two words there', 'three'),
    }),
    { maxLength: 12 },
  )

  it('keeps every step once and in order, and is symmetric', () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const aligned = alignSteps(a, b)
        expect(aligned.flatMap(([x]) => x ?? [])).toEqual(a.map((_, at) => at))
        expect(aligned.flatMap(([, y]) => y ?? [])).toEqual(b.map((_, at) => at))
        const both = (list: readonly (readonly [number | null, number | null])[]) =>
          list.filter(([x, y]) => x !== null && y !== null)
        expect(both(alignSteps(b, a)).map(([y, x]) => [x, y])).toEqual(both(aligned))
      }),
    )
  })

  it('pairs each step of equal runs with itself', () => {
    fc.assert(
      fc.property(steps, (a) => {
        expect(alignSteps(a, structuredClone(a))).toEqual(a.map((_, at) => [at, at]))
      }),
    )
  })

  it('handles five thousand steps each', () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, at) => step('llm', `${word} ${at}`, `${at}`))
    expect(alignSteps(many('one'), many('two'))).toHaveLength(5000)
  })
})
